import type { Capability } from '@rumbo/contract/access'
import type { Feature } from '@rumbo/contract/features'
import type { TextKey } from '@rumbo/i18n/keys'
import type { ComponentType } from 'react'

/** Props of every screen. */
export interface ScreenProps {
  /** The translated name of the screen; also the document's title. */
  title: string
}

export type ForbiddenKey = Extract<
  TextKey,
  'identity.error.forbidden' | 'organisation.error.configurationForbidden'
>

export interface ScreenEntry {
  /** `{-$name}` is an optional parameter. */
  path: string
  titleKey: Extract<TextKey, `screens.title.${string}`>
  /** Default: open to every signed-in user. */
  capability?: Capability
  /** The screen is hidden and refused where the active fleet has the feature off or the company's tier lacks it. */
  feature?: Feature
  /** Shown to users whose level may not open the screen. Default: a general sentence. */
  forbiddenKey?: ForbiddenKey
  /** Shows a fleet: a company without one gets the way to its first instead. */
  needsFleet?: true
  /** Fills the window to its edges, without the usual padding. */
  isFullBleed?: boolean
  /** Fills the window without the menu: the driver's phone. */
  isAlone?: true
  /** Its texts are part of the first load, so that it need not wait for the others. */
  hasFirstTexts?: true
  load: () => Promise<ComponentType<ScreenProps>>
}
