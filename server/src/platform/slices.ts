/** A list in slices of at most so many, in order. */
export const slicesOf = <One>(all: readonly One[], most: number): (readonly One[])[] =>
  Array.from({ length: Math.ceil(all.length / most) }, (_, at) => all.slice(at * most, (at + 1) * most))
