import BookmarkAddOutlined from '@mui/icons-material/BookmarkAddOutlined'
import BookmarkRounded from '@mui/icons-material/BookmarkRounded'
import BookmarksOutlined from '@mui/icons-material/BookmarksOutlined'
import IconButton from '@mui/material/IconButton'
import type { Watchpoint } from '@rumbo/contract/watchpoints.contract'
import { useState } from 'react'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import { useToasts } from '../ui/toasts/toasts.tsx'
import { useWatchpoints } from '../watchpoints/use-watchpoints.ts'
import { WatchpointDialog } from '../watchpoints/WatchpointDialog.tsx'
import { writePoint } from './radar.rules.ts'
import { SavedPoints } from './SavedPoints.tsx'
import type { RadarTarget } from './use-radar-target.ts'

interface Draft {
  of: Watchpoint | { fleetId: string; latitude: number; longitude: number }
  name: string
}

/** Saves the target under a name and lists saved points: buttons, list, dialog, and the action of the key. */
export function useSavedPoints(fleetId: string | null, at: RadarTarget) {
  const { t } = useText()
  const toasts = useToasts()
  const { points, total, mayRead, mayEdit } = useWatchpoints(fleetId)
  const [isAsked, setAsked] = useState(false)
  const [draft, setDraft] = useState<Draft | null>(null)
  const { fixed, target, name } = at
  const here = fixed && writePoint(fixed)
  const chosen = here === null ? undefined : points.find((point) => writePoint(point) === here)
  // Without a target the list is shown by itself.
  const isOffered = at.subject === '' && total > 0
  const isOpen = isAsked || isOffered

  const save = () => {
    if (!mayRead || fleetId === null) return
    if (target === null) toasts.show({ type: 'info', message: t('radar.saved.noTarget') })
    else if (!mayEdit) toasts.show({ type: 'info', message: t('radar.saved.readOnly') })
    else if (chosen) setDraft({ of: chosen, name: chosen.name })
    // A vehicle moves, so its number is not a suitable name for its current place.
    else setDraft({ of: { fleetId, ...target }, name: fixed === null || name === here ? '' : (name ?? '') })
  }
  const saveLabel = chosen ? t('radar.saved.rename', { name: chosen.name }) : t('radar.saved.add')
  return {
    /** Points of the fleet, for the map. */
    points,
    save,
    buttons: mayRead && (
      <>
        {target !== null && mayEdit && (
          <IconButton
            size="small"
            aria-label={saveLabel}
            title={saveLabel}
            aria-keyshortcuts="s"
            onClick={save}
            sx={{ color: chosen ? token('primaryText') : undefined }}
          >
            {chosen ? <BookmarkRounded /> : <BookmarkAddOutlined />}
          </IconButton>
        )}
        {!isOffered && (
          <IconButton
            size="small"
            aria-label={t('radar.saved.title')}
            title={t('radar.saved.title')}
            aria-expanded={isOpen}
            onClick={() => setAsked(!isAsked)}
          >
            <BookmarksOutlined />
          </IconButton>
        )}
      </>
    ),
    list: isOpen && fleetId !== null && (
      <SavedPoints
        key={fleetId}
        fleetId={fleetId}
        chosenId={chosen?.id ?? null}
        onChoose={(point, words) => {
          setAsked(false)
          at.aim(point, words)
        }}
      />
    ),
    dialog: draft && (
      <WatchpointDialog
        {...draft}
        onSaved={(saved) => {
          if (fixed !== null) at.aim(saved, saved.name)
        }}
        onClose={() => setDraft(null)}
      />
    ),
  }
}
