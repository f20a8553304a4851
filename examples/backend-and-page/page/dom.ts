type Child = Node | string | false;

/** Makes an element. Text stays text: nothing here is ever read as HTML. */
export function h(tag: string, attributes: Readonly<Record<string, string>> = {}, ...children: Child[]): HTMLElement {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children.filter((child) => child !== false));
  return element;
}

export function button(label: string, onClick: () => void, look = 'quiet'): HTMLElement {
  const element = h('button', { type: 'button', class: look }, label);
  element.addEventListener('click', onClick);
  return element;
}

/** An element of index.html. */
export function part<E extends HTMLElement>(id: string, type: new () => E): E {
  const element = document.getElementById(id);
  if (element instanceof type) return element;
  throw new Error(`The page has no ${type.name} with the id ${id}.`);
}

/** Says something to those who don't see the page. */
export function announce(text: string): void {
  part('announcement', HTMLElement).textContent = text;
}
