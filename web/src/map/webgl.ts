let answer: boolean | undefined

/** Whether this browser supports WebGL 2, which the map needs. Tested once. */
export function hasWebGl(): boolean {
  if (answer !== undefined) return answer
  try {
    const context = document.createElement('canvas').getContext('webgl2')
    answer = context !== null
    context?.getExtension('WEBGL_lose_context')?.loseContext()
  } catch {
    answer = false
  }
  return answer
}
