/** Names in place of ids, for the facets of collections and locations. */

interface Item {
  /** The id. The `value` of an item is escaped, or is that of another item in a breadcrumb. */
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
      const { label, highlighted } = item as unknown as Item;
      const name = labels[label];
      if (name === undefined) return item;
      // While a shopper searches among the values it has the name already, with marks.
      return { ...item, label: name, ...(highlighted === label ? { highlighted: name } : {}) };
    });
  };
}
