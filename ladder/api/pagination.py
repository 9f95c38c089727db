"""Long lists come in pages."""

from rest_framework.pagination import PageNumberPagination
from rest_framework.serializers import IntegerField, Serializer


class Pages(PageNumberPagination):
    """`?page=2&per_page=100`; the answer names the pages before and after."""

    page_size = 50
    page_size_query_param = "per_page"
    max_page_size = 200
    invalid_page_message = "There is no such page."
    page_query_description = "which page, from 1"
    page_size_query_description = f"rows on a page, at most {max_page_size}; else {page_size}"


class Paging(Serializer):
    """What every long list may be asked."""

    page = IntegerField(min_value=1, required=False)
    per_page = IntegerField(min_value=1, max_value=Pages.max_page_size, required=False)
