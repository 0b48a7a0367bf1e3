import type { fuelTypes, vehicleColors, vehicleTypes } from '@rumbo/contract/vehicles.contract'

/** The demo's logins, fleets and vehicle models. Names are invented; the streets are real. */
export const demoPassword = 'Rumbo-2026!'
/** The notes of services the demo created and may therefore complete by itself. */
export const demoNotes = 'Servicio de demostración'

export const people = [
  { level: 'super_admin', username: 'super', firstName: 'Sofía', lastName: 'Ibarra', role: null },
  { level: 'admin', username: 'admin', firstName: 'Mariana', lastName: 'Ríos', role: 'company_owner' },
  { level: 'manager', username: 'gerente', firstName: 'Tomás', lastName: 'Aguilar', role: 'fleet_manager' },
  { level: 'user', username: 'despacho', firstName: 'Ana', lastName: 'Guerrero', role: 'dispatcher' },
  { level: 'user', username: 'lectura', firstName: 'Luis', lastName: 'Ortega', role: 'fleet_viewer' },
  { level: 'guest', username: 'invitado', firstName: 'Rosa', lastName: 'Íñiguez', role: null },
] as const

type VehicleModel = {
  make: string
  model: string
  type: (typeof vehicleTypes)[number]
  fuelType: (typeof fuelTypes)[number]
  kind: 'car' | 'van' | 'truck' | 'bus' | 'motorcycle' | 'scooter'
}
const versa: VehicleModel = {
  make: 'Nissan',
  model: 'Versa',
  type: 'sedan',
  fuelType: 'gasoline',
  kind: 'car',
}
const aveo: VehicleModel = {
  make: 'Chevrolet',
  model: 'Aveo',
  type: 'sedan',
  fuelType: 'gasoline',
  kind: 'car',
}
const prius: VehicleModel = { make: 'Toyota', model: 'Prius', type: 'sedan', fuelType: 'hybrid', kind: 'car' }
const urvan: VehicleModel = { make: 'Nissan', model: 'Urvan', type: 'van', fuelType: 'gasoline', kind: 'van' }
const transit: VehicleModel = { make: 'Ford', model: 'Transit', type: 'van', fuelType: 'diesel', kind: 'van' }
const np300: VehicleModel = {
  make: 'Nissan',
  model: 'NP300',
  type: 'pickup',
  fuelType: 'gasoline',
  kind: 'van',
}
const sprinter: VehicleModel = {
  make: 'Mercedes-Benz',
  model: 'Sprinter',
  type: 'bus',
  fuelType: 'diesel',
  kind: 'bus',
}
const elf: VehicleModel = {
  make: 'Isuzu',
  model: 'ELF 300',
  type: 'truck',
  fuelType: 'diesel',
  kind: 'truck',
}
const cargo: VehicleModel = {
  make: 'Honda',
  model: 'Cargo 150',
  type: 'motorcycle',
  fuelType: 'gasoline',
  kind: 'motorcycle',
}

const scooter: VehicleModel = {
  make: 'Vmoto',
  model: 'CPx Pro',
  type: 'motorcycle',
  fuelType: 'electric',
  kind: 'scooter',
}

export const fleets = [
  {
    name: 'Centro',
    description: 'Taxis del centro y las colonias vecinas',
    manager: 'hugo_barrera',
    switchedOff: [],
    serviceType: 'taxi',
    first: 101,
    models: [versa, aveo, prius],
    count: 24,
    home: [19.4326, -99.1332],
  },
  {
    name: 'Reparto Norte',
    description: 'Reparto a comercios del norte',
    manager: 'irene_cano',
    switchedOff: [],
    serviceType: 'delivery',
    first: 201,
    models: [np300, cargo, transit, scooter],
    count: 12,
    home: [19.4712, -99.1305],
  },
  {
    name: 'Lanzadera Aeropuerto',
    description: 'Traslados entre hoteles y aeropuerto',
    manager: 'pablo_rosas',
    switchedOff: [],
    serviceType: 'shuttle',
    first: 301,
    models: [sprinter, urvan],
    count: 8,
    home: [19.4361, -99.0872],
  },
  {
    name: 'Paquetería Sur',
    description: 'Paquetes en Coyoacán, Del Valle y San Ángel',
    manager: 'silvia_arce',
    switchedOff: [],
    serviceType: 'package',
    first: 401,
    models: [transit, scooter, cargo, elf],
    count: 10,
    home: [19.3712, -99.1685],
  },
  {
    name: 'Servicios Especiales',
    description: 'Mudanzas, eventos y rutas a la medida',
    manager: 'silvia_arce',
    switchedOff: ['directory', 'commands'],
    serviceType: 'custom',
    first: 501,
    models: [elf, urvan, prius],
    count: 6,
    home: [19.4284, -99.1907],
  },
] as const

export const colors: readonly (typeof vehicleColors)[number][] = [
  'white',
  'silver',
  'gray',
  'red',
  'blue',
  'black',
]
