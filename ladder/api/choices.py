"""One of a few words; whoever says another one is told which there are."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers


class OneOf(serializers.ChoiceField):
    def to_internal_value(self, data: Any) -> Any:
        known = ", ".join(str(choice) for choice in self.choices)
        try:
            return super().to_internal_value(data)
        except serializers.ValidationError:
            message = _("“%(word)s” is none of: %(known)s.") % {"word": data, "known": known}
            raise serializers.ValidationError(message, code="invalid_choice") from None
