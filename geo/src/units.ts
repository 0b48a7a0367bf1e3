declare const unit: unique symbol

/** A length in metres. */
export type Metres = number & { readonly [unit]: 'metres' }
/** A duration in seconds. */
export type Seconds = number & { readonly [unit]: 'seconds' }
/** A direction in degrees clockwise from north, 0 inclusive to 360 exclusive. */
export type HeadingDegrees = number & { readonly [unit]: 'heading-degrees' }

/** A place on earth in degrees of WGS 84. */
export interface Coordinates {
  readonly latitude: number
  readonly longitude: number
}
