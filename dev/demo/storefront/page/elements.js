/** Creates the page's elements. Data becomes text nodes and attributes, never markup. */

/** Creates an element with properties and children. Strings become text nodes. */
export function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/** Creates text for screen readers only. */
export function visuallyHidden(text) {
  return element('span', { className: 'visually-hidden' }, text);
}

/**
 * Makes these the children of an element, in this order. Doesn't move those in place already: a moved element loses the
 * focus, and a click that has begun on it.
 */
export function arrange(parent, children) {
  for (const child of [...parent.children]) if (!children.includes(child)) child.remove();
  for (const [index, wanted] of children.entries()) {
    if (parent.children[index] !== wanted) parent.insertBefore(wanted, parent.children[index] ?? null);
  }
}

/** Makes these the children of an element, which keeps those that are equal already. */
export function setChildren(parent, ...children) {
  const before = [...parent.children];
  arrange(
    parent,
    children.map((child, index) => (before[index]?.isEqualNode(child) ? before[index] : child)),
  );
}
