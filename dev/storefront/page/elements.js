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
