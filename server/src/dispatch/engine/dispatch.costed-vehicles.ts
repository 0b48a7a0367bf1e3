import type { CostedVehicle, EngineVehicle } from './dispatch.constraints.rules.ts'

const fields = 4

/**
 * A view of the vehicles by index. Each call returns the same object with other values: a round prices a hundred thousand
 * pairs, and reading numbers that lie side by side is several times faster than reading the vehicles, which are far apart
 * in memory.
 */
export function costedOf(vehicles: readonly EngineVehicle[]): (at: number) => CostedVehicle {
  const numbers = new Float64Array(vehicles.length * fields)
  for (const [at, { freeIn, idle, cover, driver }] of vehicles.entries()) {
    const endsIn = driver?.shiftEndsIn ?? Number.POSITIVE_INFINITY
    numbers.set([freeIn ?? 0, idle, cover ?? 0, endsIn], at * fields)
  }
  const driver = { shiftEndsIn: 0 }
  const view = {
    get vehicleId() {
      return vehicles[current]?.vehicleId ?? ''
    },
    freeIn: 0,
    idle: 0,
    cover: 0,
    driver,
  }
  let current = 0
  return (at) => {
    const first = at * fields
    current = at
    view.freeIn = numbers[first] as number
    view.idle = numbers[first + 1] as number
    view.cover = numbers[first + 2] as number
    driver.shiftEndsIn = numbers[first + 3] as number
    return view
  }
}
