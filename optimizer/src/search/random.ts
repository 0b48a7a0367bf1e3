/** A stream of numbers from 0 to 1 that is the same for the same seed: xorshift128 (Marsaglia 2003). */
export function createRandom(seed: number): () => number {
  let x = (seed ^ 0x9e3779b9) | 0 || 1
  let y = 362436069
  let z = 521288629
  let w = 88675123
  const next = () => {
    const mixed = x ^ (x << 11)
    x = y
    y = z
    z = w
    w = w ^ (w >>> 19) ^ mixed ^ (mixed >>> 8)
    return (w >>> 0) / 4294967296
  }
  for (let discard = 0; discard < 20; discard++) next()
  return next
}
