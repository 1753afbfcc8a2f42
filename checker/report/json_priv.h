/* SPDX-License-Identifier: GPL-2.0-only */
/* What the JSON formats share; for report/ alone. */
#ifndef PINCHECK_REPORT_JSON_PRIV_H
#define PINCHECK_REPORT_JSON_PRIV_H

#include <stdint.h>

#include <jansson.h>

json_t *report__json_string(const char *s);

static inline void set_str(json_t *obj, const char *key, const char *s)
{
	json_object_set_new_nocheck(obj, key, report__json_string(s));
}

static inline void set_int(json_t *obj, const char *key, uint64_t v)
{
	json_object_set_new_nocheck(obj, key, json_integer((json_int_t)v));
}

/* Adds an empty array to an object; it belongs to the object. */
static inline json_t *add_array(json_t *obj, const char *key)
{
	json_t *arr = json_array();

	json_object_set_new_nocheck(obj, key, arr);
	return arr;
}

/* Adds an empty object to an array; it belongs to the array. */
static inline json_t *add_object(json_t *arr)
{
	json_t *obj = json_object();

	json_array_append_new(arr, obj);
	return obj;
}

#endif
