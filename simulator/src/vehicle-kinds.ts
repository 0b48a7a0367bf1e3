export const vehicleKinds = ['car', 'van', 'truck', 'bus', 'motorcycle', 'scooter'] as const
export type VehicleKind = (typeof vehicleKinds)[number]

export interface KindTraits {
  topSpeedKmh: number
  /** Metres per second squared. */
  acceleration: number
  /** Comfortable braking, metres per second squared. */
  braking: number
  /** Share of the tank, or of the charge, used per kilometre and per idling minute, in percent. */
  fuelPercentPerKm: number
  fuelPercentPerIdleMinute: number
}

export const traitsOfKind: Readonly<Record<VehicleKind, KindTraits>> = {
  car: {
    topSpeedKmh: 110,
    acceleration: 1.8,
    braking: 2.4,
    fuelPercentPerKm: 0.2,
    fuelPercentPerIdleMinute: 0.03,
  },
  van: {
    topSpeedKmh: 95,
    acceleration: 1.4,
    braking: 2.2,
    fuelPercentPerKm: 0.18,
    fuelPercentPerIdleMinute: 0.03,
  },
  truck: {
    topSpeedKmh: 80,
    acceleration: 0.8,
    braking: 1.6,
    fuelPercentPerKm: 0.14,
    fuelPercentPerIdleMinute: 0.02,
  },
  bus: {
    topSpeedKmh: 75,
    acceleration: 1,
    braking: 1.6,
    fuelPercentPerKm: 0.16,
    fuelPercentPerIdleMinute: 0.03,
  },
  motorcycle: {
    topSpeedKmh: 100,
    acceleration: 2.6,
    braking: 3,
    fuelPercentPerKm: 0.25,
    fuelPercentPerIdleMinute: 0.04,
  },
  /** Electric: its charge lasts some 75 km, and its pack, which also supplies the tracker, is exchanged when low. */
  scooter: {
    topSpeedKmh: 60,
    acceleration: 2.2,
    braking: 2.8,
    fuelPercentPerKm: 1.3,
    fuelPercentPerIdleMinute: 0.02,
  },
}
