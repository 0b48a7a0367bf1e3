import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { formatAge } from '@rumbo/i18n/formats'
import { useId } from 'react'
import { nowMs } from '../../ui/clock.ts'
import { GuardedDialog } from '../../ui/dialogs/GuardedDialog.tsx'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { changesOf } from './document-changes.rules.ts'
import type { PlanConflict } from './plan-document.ts'
import { usePlanEditor } from './plan-editor.ts'
import { notApplied } from './plan-store.ts'
import { usePlanWords } from './use-plan-words.ts'

/** So many lines of a list are shown. */
const mostLines = 12

/** It can only be finished by a decision. */
const keepOpen = () => undefined

/** Somebody else saved first: what they changed and what I changed, and whose plan goes on. It has to be decided. */
export function PlanConflictDialog({ conflict }: { conflict: PlanConflict }) {
  const { t, language } = useText()
  const { content, document, takeTheirs, keepMine, isApplicable } = usePlanEditor()
  const words = usePlanWords()
  const [titleId, textId] = [useId(), useId()]
  const { base, theirs, by, at } = conflict
  const person = by ?? t('ui.conflict.someone')
  const theirChanges = words.changes(changesOf(base, theirs))
  const mine = words.changes(changesOf(base, document))
  const lost = notApplied(base.content, content, isApplicable)
  const age = formatAge(language, (nowMs() - Date.parse(at ?? '')) / 1_000 || 0)
  return (
    <GuardedDialog
      onHeld={keepOpen}
      onClose={keepOpen}
      role="alertdialog"
      maxWidth="sm"
      fullWidth
      aria-labelledby={titleId}
      aria-describedby={textId}
    >
      {() => (
        <>
          <DialogTitle id={titleId}>{t('planEditor.conflict.title')}</DialogTitle>
          <DialogContent>
            <Box id={textId} sx={{ color: token('textSoft'), mb: '10px' }}>
              {t('planEditor.conflict.text', { person, age })}
            </Box>
            <Changes title={t('planEditor.conflict.theirs', { person })} lines={theirChanges} />
            <Changes title={t('planEditor.conflict.mine')} lines={mine} />
            {lost.length > 0 && (
              <Changes
                title={t('planEditor.conflict.lost')}
                lines={lost.map((serviceId) =>
                  t('planEditor.conflict.lostService', { service: words.names.service(serviceId) }),
                )}
              />
            )}
          </DialogContent>
          <DialogActions>
            <Button variant="outlined" onClick={takeTheirs}>
              {t('planEditor.conflict.takeTheirs')}
            </Button>
            <Button variant="contained" onClick={keepMine} autoFocus>
              {t('planEditor.conflict.keepMine')}
            </Button>
          </DialogActions>
        </>
      )}
    </GuardedDialog>
  )
}

function Changes({ title, lines }: { title: string; lines: readonly string[] }) {
  const { t } = useText()
  const id = useId()
  return (
    <Box component="section" aria-labelledby={id} sx={{ mb: '12px' }}>
      <Box component="h3" id={id} sx={{ typography: 'subtitle2', m: 0 }}>
        {title}
      </Box>
      <Box component="ul" sx={{ m: 0, pl: '18px', typography: 'body2' }}>
        {lines.slice(0, mostLines).map((line) => (
          <li key={line}>{line}</li>
        ))}
        {lines.length > mostLines && (
          <li>{t('planEditor.conflict.more', { count: lines.length - mostLines })}</li>
        )}
        {lines.length === 0 && <li>{t('planEditor.conflict.nothing')}</li>}
      </Box>
    </Box>
  )
}
