/** Milliseconds that a step may take beyond the time that is left. */
const leastMs = 5

/**
 * Does work step by step while the page rests, until `step` says that nothing is left. Browsers without idle callbacks do
 * none of it, which must do no harm.
 * @returns ends it
 */
export function workWhenIdle(step: () => boolean): () => void {
  if (typeof window.requestIdleCallback !== 'function') return () => {}
  let handle = 0
  const go = (deadline: IdleDeadline) => {
    do if (!step()) return
    while (deadline.timeRemaining() > leastMs)
    handle = window.requestIdleCallback(go)
  }
  handle = window.requestIdleCallback(go)
  return () => window.cancelIdleCallback(handle)
}
