// A progressive enhancement: it shows the filter, and opens the fold that a link leads to. The page is complete without it.
const box = document.querySelector('#filter');
const items = [...document.querySelectorAll('[data-item]')];
const words = new Map(items.map((item) => [item, item.textContent.toLowerCase()]));
const status = document.querySelector('#shown');
const show = () => {
  const wanted = box.value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const item of items) item.hidden = !wanted.every((word) => words.get(item).includes(word));
  for (const section of document.querySelectorAll('section[data-list]'))
    section.hidden = ![...section.querySelectorAll('[data-item]')].some((item) => !item.hidden);
  const left = items.filter((item) => !item.hidden).length;
  status.textContent = wanted.length === 0 ? '' : `${left} of ${items.length} shown`;
};
const open = () => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target === null) return;
  if (target.hidden) {
    box.value = '';
    show();
  }
  target.open = true;
  target.scrollIntoView();
};
if (box !== null) {
  box.closest('form').hidden = false;
  box.closest('form').addEventListener('submit', (event) => event.preventDefault());
  box.addEventListener('input', show);
  show();
}
addEventListener('hashchange', open);
open();
