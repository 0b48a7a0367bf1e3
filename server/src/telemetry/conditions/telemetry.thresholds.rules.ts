import { dayMs, minuteMs, secondMs } from '@rumbo/contract/time-units'

/*
 * When readings and movements of a vehicle become events. Each rule has an opening and a wider closing threshold, so that
 * one episode is one finding; what is found again while its event is open is counted on that event.
 *
 * Speeds and their times are of fixes that move the vehicle: valid, newer than the last one, not suspect. Late reports find
 * nothing. A clock that is wrong by a constant changes nothing but the time of the event, since only differences count;
 * hours of use must be exceeded by the device's clock and by ours. A clock that is set back finds nothing until it has
 * passed the newest fix, and one more than ten minutes ahead gives no fixes at all.
 */

/** Faster than the vehicle's limit, by at least two fixes so long apart. */
export const speedingThresholds = {
  /** Above the limit: what the speed of a receiver may be wrong by. */
  toleranceKmh: 5,
  forMs: 10 * secondMs,
  fixes: 2,
  /** Longer between two fixes, nobody knows how fast it was meanwhile: another episode begins. */
  longestGapMs: 3 * minuteMs,
  /** It ends once no fix exceeded the limit for so long. */
  endsAfterMs: 30 * secondMs,
} as const

/**
 * Faster than the limits of roads. They are of OpenStreetMap and the road is guessed from a position, so the margin is wider,
 * and more fixes must exceed it.
 */
export const roadSpeedingThresholds = {
  toleranceKmh: 10,
  forMs: 15 * secondMs,
  fixes: 3,
  longestGapMs: 3 * minuteMs,
  endsAfterMs: 30 * secondMs,
  /** Slower fixes are within any limit that counts: nobody asks for their road. */
  askFromKmh: 30,
  /** A fix that is less accurate may be on any road. */
  leastAccuracyMetres: 30,
  /** Of a vehicle that reports more often, the fixes between are left out. */
  everyMs: 2 * secondMs,
} as const

/** Change of the stated speed over a second, by fixes that come at least every second. */
export const harshThresholds = {
  brakingMetresPerSecond2: 3.5,
  accelerationMetresPerSecond2: 3,
  /** More is an error of the receiver: tyres hold about 1 g. */
  implausibleMetresPerSecond2: 11,
  /** Time between two fixes, and the shortest time over which it is measured; with a tenth for jitter. */
  longestStepMs: 1_100,
  shortestSpanMs: 900,
  /** The faster of both speeds: below, receivers jump. */
  fromKmh: 20,
  toKmh: 200,
  /** The next fix must not take it back by more. */
  confirmedWithinKmh: 3,
  /** No other of its kind so soon. */
  pauseMs: 10 * secondMs,
  /** A tracker that reports it by itself knows it from its accelerometer: nothing is computed for so long. */
  reportedByDeviceMs: 30 * dayMs,
} as const

/** Percentages of fuel and of the tracker's battery. Zero is what inputs state to which nothing is connected. */
export const levelThresholds = {
  lowPercent: 15,
  /** It arms again above. */
  enoughPercent: 25,
  /** Stated low for so long, by arrival. */
  forMs: minuteMs,
} as const

/** A stop that only a collision or an emergency explains, after which nobody drives on. */
export const crashThresholds = {
  fromKmh: 40,
  standingKmh: 3,
  withinMs: 3 * secondMs,
  /** Of the whole stop: 40 km/h to 0 in 2.2 s. */
  metresPerSecond2: 5,
  /** Of each step of it. */
  stepMetresPerSecond2: 3.5,
  movingKmh: 5,
  /** Stands so long with the ignition off. */
  offForMs: minuteMs,
  /** With the ignition on, or unknown, it still reports: nothing happened. */
  forgottenAfterMs: 2 * minuteMs,
} as const

/** Movement outside the vehicle's allowed hours. */
export const hoursThresholds = {
  fromKmh: 10,
  fixes: 2,
  forMs: minuteMs,
  /** Not moved for so long, another episode begins. */
  endsAfterMs: 30 * minuteMs,
  /** A shift may excuse it, so it is looked for again while the vehicle moves. */
  againMs: 10 * minuteMs,
} as const
