import Box from '@mui/material/Box'
import { Component, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useText } from '../../ui/i18n.tsx'
import { CardsSkeleton } from '../../ui/skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { useErrorMessage, useSession, useWorkspace } from '../client-context.tsx'
import type { ScreenEntry } from '../navigation/screen-entry.ts'
import { isPartMissing, mayOpenScreen } from '../navigation/screens.rules.ts'
import { isTyping } from '../palette/shortcuts.ts'
import { featureBlock } from '../session/features.rules.ts'
import { FeatureBlocked } from './FeatureBlocked.tsx'
import { Forbidden } from './Forbidden.tsx'
import { NoFleetsScreen, useHasNoFleets } from './NoFleets.tsx'

interface BoundaryProps {
  children: ReactNode
  fallback: (error: unknown, retry: () => void) => ReactNode
}

class Boundary extends Component<BoundaryProps, { error: unknown; hasFailed: boolean }> {
  override state = { error: null as unknown, hasFailed: false }
  static getDerivedStateFromError(error: unknown) {
    return { error, hasFailed: true }
  }
  override render() {
    const { error, hasFailed } = this.state
    if (!hasFailed) return this.props.children
    return this.props.fallback(error, () => this.setState({ error: null, hasFailed: false }))
  }
}

let isFirstScreen = true

/** Sets the document's title and moves the focus to the new screen's heading, except on the first page load. */
function Announce({ title }: { title: string }) {
  const marker = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    document.title = `${title} · Rumbo`
  }, [title])
  useEffect(() => {
    const wasFirst = isFirstScreen
    isFirstScreen = false
    if (wasFirst) return
    const heading = marker.current?.parentElement?.querySelector('h1')
    const hasOwnFocus = marker.current?.parentElement?.contains(document.activeElement)
    // An open dialog or a field in use keeps the focus.
    if (!heading || hasOwnFocus || isTyping(document.activeElement)) return
    heading.tabIndex = -1
    heading.style.outline = 'none'
    heading.focus({ preventScroll: true })
  }, [])
  return <span ref={marker} hidden />
}

/** Returns whether the user may open a given screen. */
export function useMayOpen(): (entry: Pick<ScreenEntry, 'capability'>) => boolean {
  const { user } = useSession()
  return ({ capability }) => mayOpenScreen(user, capability)
}

/** Frame of a screen: its chunk, access rule, feature, title, skeleton while loading, and error boundary. */
export function ScreenFrame({ entry, isPublic = false }: { entry: ScreenEntry; isPublic?: boolean }) {
  const { t, isWhole } = useText()
  const message = useErrorMessage()
  const mayOpen = useMayOpen()
  const block = featureBlock(entry.feature, useWorkspace())
  const hasNoFleets = useHasNoFleets()
  const [tries, setTries] = useState(0)
  const [Screen, setScreen] = useState(() => lazy(async () => ({ default: await entry.load() })))
  const title = t(entry.titleKey)
  if (!isPublic && !mayOpen(entry)) {
    return (
      <>
        <Forbidden title={title} reasonKey={entry.forbiddenKey} />
        <Announce title={title} />
      </>
    )
  }
  if (!isPublic && entry.feature !== undefined && block !== null) {
    return (
      <>
        <FeatureBlocked title={title} feature={entry.feature} block={block} />
        <Announce title={title} />
      </>
    )
  }
  if (!isPublic && entry.needsFleet && hasNoFleets) {
    return (
      <>
        <NoFleetsScreen title={title} />
        <Announce title={title} />
      </>
    )
  }
  const retry = (again: () => void) => {
    setScreen(() => lazy(async () => ({ default: await entry.load() })))
    setTries(tries + 1)
    again()
  }
  // A full-bleed screen has its own padding; its placeholder needs some.
  const waiting = (
    <Box sx={{ p: entry.isFullBleed ? '20px' : 0 }}>
      <CardsSkeleton />
    </Box>
  )
  return (
    <Boundary
      key={tries}
      fallback={(error, again) =>
        isPartMissing(error) ? (
          <ErrorState text={t('shell.error.newVersion')} onRetry={() => window.location.reload()} />
        ) : (
          <ErrorState text={message(error, t('shell.error.screen'))} onRetry={() => retry(again)} />
        )
      }
    >
      <Suspense fallback={waiting}>
        {isWhole || entry.hasFirstTexts ? <Screen title={title} /> : waiting}
        <Announce title={title} />
      </Suspense>
    </Boundary>
  )
}
