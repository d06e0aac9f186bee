"""The one rule of a request that JSON Schema cannot say: of a price range, `min` is not greater than `max`."""

import schemathesis


@schemathesis.hook
def map_body(context, body):
    price = body.get("filter", {}).get("price") if is_search(body) else None
    if isinstance(price, dict) and all(is_number(price.get(key)) for key in ("min", "max")):
        price["min"], price["max"] = sorted((price["min"], price["max"]))
    return body


def is_search(body):
    return isinstance(body, dict) and isinstance(body.get("filter", {}), dict)


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)
