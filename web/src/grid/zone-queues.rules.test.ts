import { expect, it } from 'vitest'
import { someLiveVehicle } from '../vehicles/vehicles.factory.ts'
import { zoneQueues } from './zone-queues.rules.ts'

const square = (id: string, longitude: number, size: number) => ({
  id,
  name: id,
  corners: [
    [longitude - size, 19.43 - size],
    [longitude + size, 19.43 - size],
    [longitude + size, 19.43 + size],
    [longitude - size, 19.43 + size],
  ] as [number, number][],
})
const vehicle = (vehicleNumber: string, some: Parameters<typeof someLiveVehicle>[0]) =>
  someLiveVehicle({ vehicleNumber, latitude: 19.43, longitude: -99.13, ...some })

it('queues free vehicles in the smallest zone they are in, the one free longest first', () => {
  const queues = zoneQueues(
    [square('Centro', -99.13, 0.05), square('Sitio', -99.13, 0.002)],
    [
      vehicle('1', { statusSince: 300 }),
      vehicle('2', { statusSince: 100 }),
      vehicle('10', { statusSince: null }),
      vehicle('9', { statusSince: null }),
      vehicle('3', { statusSince: 50, status: 'occupied' }),
      vehicle('4', { statusSince: 10, longitude: -99.1 }),
      vehicle('5', { longitude: -98 }),
      vehicle('6', { latitude: null, longitude: null }),
    ],
  )
  expect(
    queues.map(({ zone, queue, others }) => [zone?.name, queue.map((one) => one.vehicleNumber), others]),
  ).toEqual([
    ['Centro', ['4'], 0],
    ['Sitio', ['2', '1', '9', '10'], 1],
    [undefined, ['5'], 0],
  ])
})
