// SPDX-License-Identifier: Apache-2.0
// Looks at each page, a frame of its own, once all have loaded: what leaves it, what is cut, what is written
// over other text. Tables may be wider where they scroll, which paper does not.

function nameOf(element) {
  const text = (element.textContent || '').trim().slice(0, 40);
  return `<${element.tagName.toLowerCase()} class="${element.getAttribute('class') || ''}"> ${text}`;
}

function faultsOfElements(page, width, scrolls) {
  const faults = [];
  for (const element of page.querySelectorAll('body *')) {
    if (element.closest('svg') && element.tagName !== 'svg') continue;
    const box = element.getBoundingClientRect();
    if (!box.width || !box.height) continue;
    const within = scrolls && element.closest('.table');
    if (!within && (box.right > width + 1 || box.left < -1)) {
      faults.push(`ends at ${Math.round(box.right)} of ${width}: ${nameOf(element)}`);
    }
    const inline = page.defaultView.getComputedStyle(element).display === 'inline';
    if (!within && !inline && element.clientWidth && element.scrollWidth > element.clientWidth + 1) {
      faults.push(`cut at ${element.clientWidth} of ${element.scrollWidth}: ${nameOf(element)}`);
    }
  }
  return faults;
}

function overlap(one, other) {
  const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return wide > 1 && high > 0.4 * Math.min(one.height, other.height);
}

function faultsOfPictures(page) {
  const faults = [];
  for (const picture of page.querySelectorAll('svg')) {
    const frame = picture.getBoundingClientRect();
    const title = picture.getAttribute('aria-label');
    const texts = [...picture.querySelectorAll('text')].map((each) => ({
      text: each.textContent, box: each.getBoundingClientRect(),
    }));
    texts.forEach(({ text, box }, index) => {
      if (box.left < frame.left - 1 || box.right > frame.right + 1 ||
          box.top < frame.top - 1 || box.bottom > frame.bottom + 1) {
        faults.push(`leaves its picture (${title}): ${text}`);
      }
      for (const other of texts.slice(index + 1)) {
        if (overlap(box, other.box)) faults.push(`over other text (${title}): ${text}, ${other.text}`);
      }
    });
  }
  return faults;
}

window.onload = () => {
  const found = {};
  for (const frame of document.querySelectorAll('iframe')) {
    const page = frame.contentDocument;
    const width = frame.clientWidth;
    const faults = faultsOfElements(page, width, frame.dataset.paper !== 'yes');
    faults.push(...faultsOfPictures(page));
    const whole = page.documentElement.scrollWidth;
    if (whole > width) faults.push(`the page is ${whole} wide, not ${width}`);
    const scrolled = [...page.querySelectorAll('.table')]
      .filter((table) => table.scrollWidth > table.clientWidth + 1)
      .map((table) => nameOf(table.parentElement));
    found[frame.id] = { faults, scrolled, texts: page.querySelectorAll('text').length };
  }
  const said = document.createElement('pre');
  said.id = 'found';
  said.textContent = JSON.stringify(found);
  document.body.replaceChildren(said);
};
