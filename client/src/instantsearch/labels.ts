/** Names in place of ids, for the facets of collections and locations. */

interface Item {
  /** The last item of a breadcrumb has none. */
  readonly value: string | null;
  readonly label: string;
  readonly highlighted?: string;
}

type TransformItems = <T extends object>(items: T[], given?: { readonly results?: object | null | undefined }) => T[];

/** `transformItems` of a refinementList, menu or breadcrumb of `collection` or `location`. */
export function facetLabels(attribute: string): TransformItems {
  return (items, given) => {
    const labels =
      (given?.results as { facetLabels?: Record<string, Record<string, string>> } | undefined)?.facetLabels?.[
        attribute
      ] ?? {};
    return items.map((item) => {
      const { value, label, highlighted } = item as unknown as Item;
      const name = labels[value ?? label];
      if (name === undefined) return item;
      // While a shopper searches among the values it has the name already, with marks.
      return { ...item, label: name, ...(highlighted === label ? { highlighted: name } : {}) };
    });
  };
}
