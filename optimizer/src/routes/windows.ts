import type { Model } from '../model/model.ts'

/** When service at the node begins for an arrival at `time`; Infinity when all its windows are over. */
export function beginOf(model: Model, node: number, time: number) {
  const windows = model.nodeWindows[node]
  if (windows === undefined) {
    const open = model.nodeOpen[node]!
    return time > model.nodeClose[node]! + tolerance ? Infinity : time > open ? time : open
  }
  for (let at = 0; at < windows.length; at += 2)
    if (time <= windows[at + 1]! + tolerance) return time > windows[at]! ? time : windows[at]!
  return Infinity
}

/** The latest permitted begin that is not after `bound`; -Infinity when there is none. */
export function latestBegin(model: Model, node: number, bound: number) {
  const windows = model.nodeWindows[node]
  if (windows === undefined) {
    const close = model.nodeClose[node]!
    const latest = bound < close ? bound : close
    return latest < model.nodeOpen[node]! - tolerance ? -Infinity : latest
  }
  for (let at = windows.length - 2; at >= 0; at -= 2)
    if (bound >= windows[at]! - tolerance) return bound < windows[at + 1]! ? bound : windows[at + 1]!
  return -Infinity
}

/** The end of the window in which a service begins. */
export function closeAfter(model: Model, node: number, begin: number) {
  const windows = model.nodeWindows[node]
  if (windows === undefined) return model.nodeClose[node]!
  for (let at = 1; at < windows.length; at += 2) if (begin <= windows[at]! + tolerance) return windows[at]!
  return begin
}

/** Seconds and units below this are noise of floating point. */
export const tolerance = 1e-7
