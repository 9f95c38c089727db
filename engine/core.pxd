# What the compiled core takes from C: the hash of its source, which the build passes in so that a stale build is
# noticed, and a list of ids made without a call for each index.
cdef extern from *:
    """
    #include <string.h>
    #ifndef CORE_SOURCE
    #define CORE_SOURCE unknown
    #endif
    #define CORE_TEXT(hash) #hash
    #define CORE_TEXT_OF(hash) CORE_TEXT(hash)
    static const char *core_source = CORE_TEXT_OF(CORE_SOURCE);

    static PyObject *core_ids[820];

    static void core_keep_ids(PyObject *ids) {
        Py_ssize_t i;
        for (i = 0; i < 820; i++) core_ids[i] = PyList_GetItem(ids, i);
    }

    static PyObject *core_id_list(const int *first, const int *count, int ranges, int total) {
        PyObject *list = PyList_New(total);
        Py_ssize_t at = 0;
        int i, action;
        if (!list) return NULL;
        for (i = 0; i < ranges; i++)
            for (action = first[i]; action < first[i] + count[i]; action++) {
                Py_INCREF(core_ids[action]);
                PyList_SetItem(list, at++, core_ids[action]);
            }
        return list;
    }
    """
    const char* _CORE_SOURCE "core_source"
    void _keep_ids "core_keep_ids"(list ids)
    list _id_list "core_id_list"(const int* first, const int* count, int ranges, int total)

cdef enum:
    _SHOW = 2
    _SCOUT = 452
    _HALF = 636
    _ALL = 820
    _LENGTHS = 10
    _PLACES = 46
    _ROOM = 48
    _SEEN = 256
