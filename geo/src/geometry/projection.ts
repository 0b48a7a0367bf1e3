import { earthRadiusMetres } from './distance.ts'

/** Maps degrees to metres on a plane: exact at the middle latitude, within 1 % for a city. */
export interface Projection {
  x(longitude: number): number
  y(latitude: number): number
}

const metresPerDegree = (earthRadiusMetres * Math.PI) / 180

/** Equirectangular projection in metres around a latitude in degrees. */
export function createProjection(middleLatitude: number): Projection {
  const metresPerLongitude = metresPerDegree * Math.cos((middleLatitude * Math.PI) / 180)
  return {
    x: (longitude) => longitude * metresPerLongitude,
    y: (latitude) => latitude * metresPerDegree,
  }
}
