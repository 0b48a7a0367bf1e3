let answer: boolean | undefined

/** Whether this browser can draw the map at all (WebGL 2). Asked once. */
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
