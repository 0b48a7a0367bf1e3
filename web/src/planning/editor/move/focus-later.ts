/** Drawings of a page as long as which what is focused may come into being, such as a row that is scrolled into sight. */
const mostFrames = 20

/** Focuses what `find` finds, once it is drawn. */
export function focusLater(find: () => HTMLElement | null | undefined): void {
  let frames = 0
  const look = () => {
    const found = find()
    // What a panel covers is out of reach until the panel is gone.
    if (found && !found.closest('[inert]')) found.focus()
    else if (frames++ < mostFrames) requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

const isDown = (element: Element | null) =>
  element?.closest<HTMLElement>('[data-plan-route]')?.dataset.planDown !== undefined

/**
 * Finds a visit that is drawn: in the list of a route where `near` is in one, else in a row; where it is not, anywhere.
 * @param near where the focus was
 */
export function visitFinder(stopId: string, near: Element | null): () => HTMLElement | undefined {
  const wantsDown = isDown(near)
  return () => {
    const drawn = [...document.querySelectorAll<HTMLElement>(`[data-plan-stop="${CSS.escape(stopId)}"]`)]
    return drawn.find((visit) => isDown(visit) === wantsDown) ?? drawn[0]
  }
}

/** What stands for a whole route where `near` is drawn: the head of its row, or the button that closes its list. */
export function routeHeadFinder(vehicleId: string, near: Element | null): () => HTMLElement | undefined {
  const wantsDown = isDown(near)
  return () => {
    const drawn = [...document.querySelectorAll<HTMLElement>(`[data-plan-head="${CSS.escape(vehicleId)}"]`)]
    return drawn.find((head) => (head.dataset.planDown !== undefined) === wantsDown) ?? drawn[0]
  }
}
