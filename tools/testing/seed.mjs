// The seed of random test data: the same in every run unless RUMBO_TEST_SEED is set to another number.

/** @returns {number} */
export function testSeed() {
  const seed = Number(process.env.RUMBO_TEST_SEED || 1)
  if (!Number.isInteger(seed)) throw new Error('RUMBO_TEST_SEED must be a whole number.')
  return seed
}
