import type { Page } from '@playwright/test'

/**
 * What is wrong with the layout of the current page, one sentence each: a page wider than its window, a table wider
 * than its place, a name that does not fit (in elements marked `data-name`), and a target under 24 pixels (WCAG 2.5.8).
 */
export function findLayoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(measure)
}

/** Runs in the page; must not use anything outside. */
function measure(): string[] {
  const minTarget = 24
  // Fractions of a pixel are rounding.
  const tolerance = 0.5
  const faults: string[] = []
  const root = document.documentElement
  if (root.scrollWidth > root.clientWidth)
    faults.push(`the page is ${root.scrollWidth - root.clientWidth} pixels wider than the window`)

  for (const table of document.querySelectorAll('table')) {
    const room = table.parentElement?.clientWidth ?? 0
    // A table for screen readers alone has one pixel.
    if (room > 1 && table.scrollWidth > room)
      faults.push(
        `the table "${table.getAttribute('aria-label')}" needs ${table.scrollWidth} of ${room} pixels`,
      )
  }

  const named = (element: Element) =>
    `${element.tagName.toLowerCase()} "${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 50)}"`
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) && element.closest('[inert]') === null

  for (const name of document.querySelectorAll('[data-name]')) {
    if (!isShown(name)) continue
    const cut = [name, ...name.querySelectorAll('*')].find(
      (part) =>
        part.clientWidth > 1 &&
        part.scrollWidth > part.clientWidth + 1 &&
        getComputedStyle(part).overflowX !== 'visible',
    )
    if (cut) faults.push(`the name ${named(name)} needs ${cut.scrollWidth} of ${cut.clientWidth} pixels`)
    else if (name.clientWidth === 0 && getComputedStyle(name).display !== 'inline')
      faults.push(`the name ${named(name)} has no room`)
  }

  /** The exception for links in a sentence: the height follows the line. */
  const isInText = (element: Element) =>
    getComputedStyle(element).display === 'inline' &&
    (element.parentElement?.textContent ?? '').trim().length > (element.textContent ?? '').trim().length
  /** Whether the element can be pointed at where it is, and not scrolled out of its container or covered. */
  const isReachable = (element: Element, { left, top, width, height }: DOMRect) => {
    const found = document.elementFromPoint(left + width / 2, top + height / 2)
    return found === null || element.contains(found) || found.contains(element)
  }
  const targets = [
    ...document.querySelectorAll(
      'a[href], button, input:not([type="hidden"]), select, textarea, [role="button"], [role="tab"], [role="switch"], [role="slider"], [tabindex="0"]',
    ),
  ]
    .filter(
      (element) =>
        isShown(element) && !element.matches(':disabled') && element.closest('[aria-hidden="true"]') === null,
    )
    // A click beside the text of a field, on its frame, also reaches the field.
    .map((element) => ({
      element,
      box: (element.matches('input[type="text"]')
        ? (element.parentElement ?? element)
        : element
      ).getBoundingClientRect(),
    }))
    .filter(({ element, box }) => box.width > 1 && box.height > 1 && isReachable(element, box))
  const isSmall = ({ box }: { box: DOMRect }) =>
    box.width < minTarget - tolerance || box.height < minTarget - tolerance
  const centre = ({ left, top, width, height }: DOMRect) => ({ x: left + width / 2, y: top + height / 2 })
  for (const target of targets) {
    if (!isSmall(target) || isInText(target.element)) continue
    const { x, y } = centre(target.box)
    // The exception for spacing: a circle of 24 pixels around it touches no other target and no other circle.
    const close = targets.find((other) => {
      if (
        other === target ||
        other.element.contains(target.element) ||
        target.element.contains(other.element)
      )
        return false
      const { left, right, top, bottom } = other.box
      const gap = Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom))
      if (gap < minTarget / 2 - tolerance) return true
      const middle = centre(other.box)
      return isSmall(other) && Math.hypot(middle.x - x, middle.y - y) < minTarget - tolerance
    })
    if (close)
      faults.push(
        `the target ${named(target.element)} has ${Math.round(target.box.width)} × ${Math.round(target.box.height)} pixels, close to ${named(close.element)}`,
      )
  }
  return faults
}
