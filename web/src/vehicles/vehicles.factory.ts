import type { LiveVehicle } from '@rumbo/contract/live.contract'
import type { Vehicle } from '@rumbo/contract/vehicles.contract'

/** A vehicle of the live stream for tests: unit 104, active, in the middle of the city. */
export function someLiveVehicle(some: Partial<LiveVehicle> = {}): LiveVehicle {
  const vehicleNumber = some.vehicleNumber ?? '104'
  return {
    id: `v${vehicleNumber}`,
    fleetId: 'f1',
    companyId: 'c1',
    vehicleNumber,
    plateNumber: `A-${vehicleNumber}-KJM`,
    type: 'sedan',
    make: 'Nissan',
    model: 'Versa',
    year: 2024,
    status: 'active',
    at: Date.now(),
    latitude: 19.43261,
    longitude: -99.13321,
    speedKmh: 31,
    heading: 62,
    ignition: true,
    fuelLevel: 62,
    batteryLevel: 88,
    gpsSignal: 90,
    satellites: 11,
    ...some,
  }
}

/** A vehicle's record for tests. */
export function someVehicle(some: Partial<Vehicle> = {}): Vehicle {
  return {
    id: 'v104',
    companyId: 'c1',
    fleetId: 'f1',
    vehicleNumber: '104',
    plateNumber: 'A-104-KJM',
    vin: null,
    make: 'Nissan',
    model: 'Versa',
    year: 2024,
    type: 'sedan',
    status: 'active',
    manualStatus: 'active',
    color: 'white',
    fuelType: 'gasoline',
    mileage: 1200,
    imei: null,
    simNumber: null,
    gpsModel: null,
    gpsSerialNumber: null,
    gpsFirmwareVersion: null,
    gpsHardwareVersion: null,
    fuelLevel: null,
    batteryLevel: null,
    gpsSignal: null,
    lastLocation: null,
    lastUpdate: null,
    lastServiceDate: null,
    nextServiceDate: null,
    installationDate: '2026-01-15',
    installationResponsible: null,
    notesOwner: null,
    notesMechanic: null,
    notesGeneral: null,
    createdAt: '2026-01-15T12:00:00.000Z',
    updatedAt: '2026-01-15T12:00:00.000Z',
    version: 3,
    ...some,
  }
}
