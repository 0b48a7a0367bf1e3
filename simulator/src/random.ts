/** A seeded stream of random numbers. */
export interface Random {
  /** 0 inclusive to 1 exclusive. */
  unit(): number
  between(low: number, high: number): number
  chance(probability: number): boolean
}

/** Creates a stream for one purpose, independent of other purposes with the same seed. */
export function createRandom(seed: number | string, purpose: string): Random {
  let state = mix(textHash(`${seed}/${purpose}`))
  const unit = () => {
    state = (state + 0x9e3779b9) >>> 0
    return mix(state) / 0x1_0000_0000
  }
  return {
    unit,
    between: (low, high) => low + unit() * (high - low),
    chance: (probability) => unit() < probability,
  }
}

/** FNV-1a of the text's UTF-16 units. */
function textHash(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

/** Spreads every bit over all 32 (two multiply and shift rounds). */
function mix(value: number): number {
  let mixed = value
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x7feb352d)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
