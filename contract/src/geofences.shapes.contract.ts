import * as z from 'zod'

const fenceVertices = { polygon: 10_000, route: 10_000 } as const
export const fenceRadius = { min: 10, max: 200_000 } as const
export const corridorHalfWidth = { min: 5, max: 5_000 } as const
export const routeModes = ['one_way', 'two_way', 'free'] as const

/** WGS 84, in degrees. */
const coordinates = z.strictObject({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
})

/**
 * Where a fence is: a circle, the inside of one ring whose last corner is connected to the first, or a corridor along a
 * path. Lengths are in metres. Lines take the short way, also over the 180th meridian.
 */
export const fenceShape = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('circle'),
    center: coordinates,
    radiusMetres: z.number().min(fenceRadius.min).max(fenceRadius.max),
  }),
  z.strictObject({
    kind: z.literal('polygon'),
    corners: z.array(coordinates).min(3).max(fenceVertices.polygon),
  }),
  z.strictObject({
    kind: z.literal('route'),
    path: z.array(coordinates).min(2).max(fenceVertices.route),
    halfWidthMetres: z.number().min(corridorHalfWidth.min).max(corridorHalfWidth.max),
    /** `one_way`: in the order of the path. `two_way`: either way, turning round only at an end. `free`: any way. */
    mode: z.enum(routeModes),
  }),
])
export type FenceShape = z.infer<typeof fenceShape>
export const fenceKinds = ['circle', 'polygon', 'route'] as const
