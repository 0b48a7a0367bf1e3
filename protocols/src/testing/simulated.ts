import type { SimulatedReport } from '../device-side.ts'

/** A drive through Guadalajara; each field can be given. */
export function simulatedReport(given: Partial<SimulatedReport> = {}): SimulatedReport {
  return {
    time: new Date('2026-03-04T05:06:07Z'),
    isValid: true,
    latitude: 20.67361,
    longitude: -103.34403,
    altitudeMetres: 1560,
    speedKmh: 42,
    headingDegrees: 271,
    satellites: 11,
    signalPercent: 75,
    ignition: true,
    isEngineBlocked: false,
    batteryPercent: 100,
    powerVolts: 13.8,
    fuelPercent: 60,
    odometerMetres: 123_456,
    alarm: null,
    isStored: false,
    ...given,
  }
}
