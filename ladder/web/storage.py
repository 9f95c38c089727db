"""Static files in production: compressed, and named by their content so that they may be kept for ever."""

from whitenoise.storage import CompressedManifestStaticFilesStorage  # type: ignore[import-untyped]

# `from "./cards.js"` in a module: without the new name a browser would fetch it twice.
MODULES = ("*.js", ((r'(?P<matched>from "(?P<url>\./[a-z]+\.js)")', 'from "%(url)s"'),))


class ContentNames(CompressedManifestStaticFilesStorage):
    """Also the imports inside the viewer's modules get these names."""

    patterns = (*CompressedManifestStaticFilesStorage.patterns, MODULES)
