import type { Capability } from '@rumbo/contract/access'
import type { Feature } from '@rumbo/contract/features'
import type { TextKey } from '@rumbo/i18n/keys'
import type { ComponentType } from 'react'

/** What every screen is given. */
export interface ScreenProps {
  /** The screen's name in the person's language; also the document's title. */
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
  /** Without it, everybody signed in may open the screen. */
  capability?: Capability
  /** Hidden and refused where the active fleet has it switched off or the company's tier lacks it. */
  feature?: Feature
  /** Shown to those whose level may not open it. Default: the general sentence. */
  forbiddenKey?: ForbiddenKey
  /** Runs to the edges of the window, without the air around other screens. */
  isFullBleed?: boolean
  /** Its texts are among those of the first load: it need not wait for the others. */
  hasFirstTexts?: true
  load: () => Promise<ComponentType<ScreenProps>>
}
