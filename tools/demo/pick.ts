/** @returns a function that gives a random item of a list that is not empty */
export const createPick =
  (random: () => number) =>
  <Item>(items: readonly Item[]): Item =>
    items[Math.floor(random() * items.length)] as Item
