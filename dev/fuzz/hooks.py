"""The rules of a request that JSON Schema cannot say.

Of a price range, `min` is not greater than `max`. Only the first 1,000 results can be paged. A key and a value that
filter are words, and few bytes together.
"""

import schemathesis

MAX_RESULTS = 1000
DEFAULT_PER_PAGE = 20
MAX_PER_PAGE = 100
MAX_FACET_BYTES = 458


@schemathesis.hook
def map_body(context, body):
    return mended(body)


@schemathesis.hook
def before_call(context, case, kwargs):
    """Requests of the coverage phase are not generated, so `map_body` does not see them."""
    case.body = mended(case.body)


def mended(body):
    if not is_search(body):
        return body
    order_price(body.get("filter", {}).get("price"))
    bound_page(body)
    for kind in ("specifications", "variants"):
        pairs = body.get("filter", {}).get(kind)
        if isinstance(pairs, dict):
            body["filter"][kind] = {as_word(key): as_words(values) for key, values in pairs.items()}
    return body


def order_price(price):
    if isinstance(price, dict) and all(is_number(price.get(key)) for key in ("min", "max")):
        price["min"], price["max"] = sorted((price["min"], price["max"]))


def bound_page(body):
    page, per_page = body.get("page"), body.get("perPage", DEFAULT_PER_PAGE)
    if is_whole(page, MAX_RESULTS) and is_whole(per_page, MAX_PER_PAGE):
        body["page"] = min(page, -(-MAX_RESULTS // int(per_page)))


def is_whole(value, most):
    # JSON Schema counts 75.0 as a whole number.
    return is_number(value) and 1 <= value <= most and value == int(value)


def as_words(values):
    return [as_word(value) for value in values] if isinstance(values, list) else as_word(values)


def as_word(value):
    """A text that folds to a word of few bytes. What the schema refuses stays as it is."""
    if not isinstance(value, str) or not 1 <= len(value) <= MAX_FACET_BYTES:
        return value
    is_word = value.isascii() and any(letter.isalnum() for letter in value) and len(value) <= 200
    return value if is_word else "word"


def is_search(body):
    return isinstance(body, dict) and isinstance(body.get("filter", {}), dict)


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)
