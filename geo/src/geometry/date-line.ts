// Longitudes of anything that crosses the 180th meridian continue beyond ±180, so that lines can be drawn, searched and
// measured without a special case.

/** The longitude plus the multiple of 360 degrees that brings it nearest to `other`. */
export const besideLongitude = (longitude: number, other: number): number =>
  longitude + 360 * Math.round((other - longitude) / 360)

/** Normalises a longitude to -180 to 180 degrees. */
export const withinWorld = (longitude: number): number => besideLongitude(longitude, 0)

/** Unwraps a line of [longitude, latitude]: each longitude is within 180 degrees of the one before; the first is unchanged. */
export function unrolled(line: readonly (readonly number[])[]): [longitude: number, latitude: number][] {
  let before = line[0]?.[0] ?? 0
  return line.map(([longitude = 0, latitude = 0]) => {
    before = besideLongitude(longitude, before)
    return [before, latitude]
  })
}
