"""What people see: the pages. They read, call the same services as the API, and render.

Refuses to know how a match is played, and holds no rules of the game: positions and words come
from the engine.
"""
