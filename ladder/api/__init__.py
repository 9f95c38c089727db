"""The ladder for programs: REST under /api/v1/, one view per resource.

Only reads requests, calls what the pages call too, and answers.
"""
