import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useEffect, useRef, useState } from 'react'
import { useErrorMessage } from '../app/client-context.tsx'
import { useScreenKeys } from '../app/navigation/screen-keys.ts'
import type { FleetSelection } from '../app/session/workspace.ts'
import { Card } from '../ui/Card.tsx'
import { useText } from '../ui/i18n.tsx'
import { ListSkeleton } from '../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import { useThemeSettings } from '../ui/theme/theme-settings.tsx'
import { token } from '../ui/theme/tokens.ts'
import { NeedRow } from './NeedRow.tsx'
import type { Need } from './needs.rules.ts'
import { useNeedActions } from './use-need-actions.ts'
import { useNeeds } from './use-needs.ts'

/** Polling interval in milliseconds: changes arrive by the live stream, which may lose some. */
const lookMs = 30_000
/** Number of items with a key. */
const maxShown = 9
/** Number of items added by each click on Show more. */
const moreShown = 50
/** Milliseconds an item must have kept its place before its key works, so that the user acts on what they saw. */
const settledMs = 600

/** @returns whether the item at a place has been there long enough */
function useSettled(shown: readonly Need[]): (place: number) => boolean {
  const places = useRef<{ id: string; sinceMs: number }[]>([])
  useEffect(() => {
    const now = performance.now()
    places.current = shown.map(({ id }, at) => {
      const former = places.current[at]
      return former?.id === id ? former : { id, sinceMs: now }
    })
  })
  return (place) =>
    performance.now() - (places.current[place]?.sinceMs ?? Number.POSITIVE_INFINITY) > settledMs
}

function Amount({ children }: { children: number }) {
  return (
    <Box
      component="span"
      sx={{
        ml: '8px',
        px: '7px',
        borderRadius: '10px',
        typography: 'subtitle2',
        backgroundColor: token('criticalTint'),
        color: token('critical'),
      }}
    >
      {children}
    </Box>
  )
}

/** The exceptions of the whole fleet in one list, most urgent first; keys 1 to 9 run the action of the nth item. */
export function NeedsYou({ fleets }: { fleets: FleetSelection }) {
  const { t } = useText()
  const message = useErrorMessage()
  const { settings } = useThemeSettings()
  const [limit, setLimit] = useState(maxShown)
  const { needs, total, hasMore, more, isAny, isLoading, failed, retry } = useNeeds(fleets, {
    refetchInterval: lookMs,
  })
  const actionOf = useNeedActions()
  const withKeys = needs.slice(0, maxShown)
  const shown = needs.slice(0, limit)
  const showMore = () => {
    if (limit + moreShown > needs.length && hasMore) more()
    setLimit(limit + moreShown)
  }
  const isSettled = useSettled(withKeys)
  useScreenKeys([
    {
      keys: withKeys.map((_, at) => String(at + 1)),
      label: t('panel.needs.keys'),
      isOnce: true,
      act: (key) => {
        const need = withKeys[Number(key) - 1]
        if (need && isSettled(Number(key) - 1)) actionOf(need).run()
      },
    },
  ])
  if (!isAny) return null
  return (
    <Card
      isFlush
      title={
        <>
          {t('panel.needs.title')}
          {total > 0 && <Amount>{total}</Amount>}
        </>
      }
      actions={
        shown.length > 0 && settings.singleKeys ? (
          <Box
            component="span"
            sx={{ display: { xs: 'none', sm: 'block' }, typography: 'body2', color: token('textSoft') }}
          >
            {t('panel.needs.hint')}
          </Box>
        ) : undefined
      }
    >
      {failed && (
        <Box sx={{ borderTop: `1px solid ${token('line')}` }}>
          <ErrorState title={message(failed.error, t('panel.needs.partial'))} onRetry={retry} />
        </Box>
      )}
      {isLoading && shown.length === 0 ? (
        <ListSkeleton rows={3} />
      ) : shown.length === 0 ? (
        !failed && <EmptyState title={t('panel.needs.none')} text={t('panel.needs.noneText')} />
      ) : (
        <Box
          component="ol"
          aria-label={t('panel.needs.title')}
          // A long list scrolls inside, so that it does not push the rest of the panel away.
          sx={{ listStyle: 'none', m: 0, p: 0, maxHeight: { sm: 720 }, overflowY: 'auto' }}
        >
          {shown.map((need, at) => (
            <NeedRow
              key={need.id}
              need={need}
              isFirst={at === 0}
              place={at < maxShown && settings.singleKeys ? at + 1 : null}
              action={actionOf(need)}
            />
          ))}
        </Box>
      )}
      {total > maxShown && (
        <Box sx={{ display: 'flex', gap: '8px', p: '6px 10px', borderTop: `1px solid ${token('line')}` }}>
          {shown.length < total && (
            <Button size="small" onClick={showMore}>
              {t('panel.needs.more', { count: Math.min(moreShown, total - shown.length) })}
            </Button>
          )}
          {limit > maxShown && (
            <Button size="small" onClick={() => setLimit(maxShown)}>
              {t('panel.needs.fewer')}
            </Button>
          )}
        </Box>
      )}
    </Card>
  )
}
