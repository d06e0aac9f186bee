/** Makes what the page shows. Data becomes text nodes and attributes, never markup. */

/** An element with properties and children; children that are texts become text nodes. */
export function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/** Text for screen readers alone. */
export function unseen(text) {
  return element('span', { className: 'visually-hidden' }, text);
}
