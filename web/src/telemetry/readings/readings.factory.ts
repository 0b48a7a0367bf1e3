import type { LatestReading, ReadingSeries } from '@rumbo/contract/telemetry.readings.contract'

/** A latest reading for tests: a thermometer that shows 4.5 °C. */
export const someReading = (some: Partial<LatestReading> = {}): LatestReading => ({
  name: 'temperature1',
  key: 'temperatureN',
  index: 1,
  kind: 'number',
  group: 'sensors',
  unit: '°C',
  digits: 2,
  value: 4.5,
  time: new Date(Date.now() - 30_000).toISOString(),
  implausible: null,
  ...some,
})

/** A reading of yes or no for tests: the ignition is on. */
export const someSwitch = (some: Partial<LatestReading> = {}): LatestReading =>
  someReading({
    name: 'ignition',
    key: 'ignition',
    index: null,
    kind: 'boolean',
    group: 'vehicle',
    unit: null,
    digits: 3,
    value: true,
    ...some,
  })

/** The history of a thermometer for tests, at the given times (epoch milliseconds). */
export function someSeries(
  points: readonly (readonly [time: number, min: number, max?: number])[],
  some: Partial<ReadingSeries> = {},
): ReadingSeries {
  const { name, key, index, kind, group, unit, digits } = someReading()
  return {
    ...{ name, key, index, kind, group, unit, digits },
    points: {
      time: points.map(([time]) => time),
      min: points.map(([, min]) => min),
      max: points.map(([, min, max = min]) => max),
    },
    changes: null,
    isThinned: false,
    implausible: { count: 0, time: [], value: [] },
    ...some,
  }
}
