"""Makes generated requests valid by rules that JSON Schema can't express.

In a price range, `min` is at most `max`. Pages end after 1,000 results. The keys and values of filters contain a word,
and have few bytes together. Their values are few, all keys together.
"""

import schemathesis

MAX_RESULTS = 1000
DEFAULT_PER_PAGE = 20
MAX_PER_PAGE = 100
MAX_FACET_BYTES = 458
MAX_VALUES = 100


@schemathesis.hook
def map_body(context, body):
    return fixed(body)


@schemathesis.hook
def before_call(context, case, kwargs):
    """Schemathesis doesn't call `map_body` for requests of the coverage phase."""
    case.body = fixed(case.body)


def fixed(body):
    if not is_search(body):
        return body
    order_price(body.get("filter", {}).get("price"))
    bound_page(body)
    for kind in ("specifications", "variants"):
        pairs = body.get("filter", {}).get(kind)
        if isinstance(pairs, dict):
            body["filter"][kind] = bound_values({as_word(key): as_words(values) for key, values in pairs.items()})
    return body


def order_price(price):
    if isinstance(price, dict) and all(is_number(price.get(key)) for key in ("min", "max")):
        price["min"], price["max"] = sorted((price["min"], price["max"]))


def bound_page(body):
    page, per_page = body.get("page"), body.get("perPage", DEFAULT_PER_PAGE)
    if is_whole(page, MAX_RESULTS) and is_whole(per_page, MAX_PER_PAGE):
        body["page"] = min(page, -(-MAX_RESULTS // int(per_page)))


def is_whole(value, maximum):
    # JSON Schema counts 75.0 as a whole number.
    return is_number(value) and 1 <= value <= maximum and value == int(value)


def bound_values(pairs):
    counts = [len(values) for values in pairs.values() if isinstance(values, list)]
    # The schema rejects a longer list.
    if max(counts, default=0) > MAX_VALUES or sum(counts) + len(pairs) - len(counts) <= MAX_VALUES:
        return pairs
    return {key: values[:1] if isinstance(values, list) else values for key, values in pairs.items()}


def as_words(values):
    return [as_word(value) for value in values] if isinstance(values, list) else as_word(values)


def as_word(value):
    """A text that folds to a word of few bytes. Values that the schema rejects stay unchanged."""
    if not isinstance(value, str) or not 1 <= len(value) <= MAX_FACET_BYTES:
        return value
    is_word = value.isascii() and any(letter.isalnum() for letter in value) and len(value) <= 200
    return value if is_word else "word"


def is_search(body):
    return isinstance(body, dict) and isinstance(body.get("filter", {}), dict)


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)
