import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { PlaceQuery } from '@rumbo/contract/lists'
import { type ImportReview, listImportReviews } from '@rumbo/contract/services.imports.contract'
import { formatDate } from '@rumbo/i18n/formats'
import { useId, useState } from 'react'
import { useErrorMessage } from '../../app/client-context.tsx'
import { useEndpoint } from '../../app/data/use-data.ts'
import { boxLook } from '../../ui/card-look.ts'
import { GuardedDialog } from '../../ui/dialogs/GuardedDialog.tsx'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { ImportReviewForm } from './ImportReviewForm.tsx'

interface ImportReviewDialogProps {
  /** The fleet or company whose rows are shown. */
  place: PlaceQuery
  timeZone: string
  onClose: () => void
}

/** Imported rows whose addresses a person has to decide about, one after the other. */
export function ImportReviewDialog({ place, timeZone, onClose }: ImportReviewDialogProps) {
  const { t } = useText()
  const message = useErrorMessage()
  const titleId = useId()
  const isPhone = useMediaQuery('(max-width: 600px)', { noSsr: true })
  const [chosenId, setChosenId] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const reviews = useEndpoint(listImportReviews, { query: place })
  const items = reviews.data?.items ?? []
  const total = reviews.data?.total ?? 0
  const chosen = items.find(({ id }) => id === chosenId) ?? items[0]

  /** The next row is shown, the one above after the last. */
  const next = (id: string) => {
    const at = items.findIndex((one) => one.id === id)
    setChosenId((items[at + 1] ?? items[at - 1])?.id ?? null)
  }

  return (
    <GuardedDialog
      isBusy={isBusy}
      // What was typed for rows that are decided is saved.
      isChanged={chosen === undefined ? false : undefined}
      onClose={onClose}
      maxWidth="md"
      fullWidth
      fullScreen={isPhone}
      aria-labelledby={titleId}
    >
      {(leave) => (
        <>
          <DialogTitle id={titleId}>{t('imports.review.title')}</DialogTitle>
          <DialogContent>
            {reviews.isError ? (
              <Alert severity="error">{message(reviews.error, t('imports.review.error'))}</Alert>
            ) : chosen === undefined ? (
              reviews.data && <Alert severity="success">{t('imports.review.empty')}</Alert>
            ) : (
              <Box
                sx={{
                  display: 'grid',
                  gap: '16px',
                  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '260px minmax(0, 1fr)' },
                }}
              >
                <Box sx={{ minWidth: 0 }}>
                  <ReviewList items={items} chosen={chosen} timeZone={timeZone} onChoose={setChosenId} />
                  {total > items.length && (
                    <Box sx={{ typography: 'body2', color: token('textSoft'), mt: '8px' }}>
                      {t('imports.review.more', { shown: items.length, total })}
                    </Box>
                  )}
                </Box>
                <ImportReviewForm
                  key={chosen.id}
                  review={chosen}
                  timeZone={timeZone}
                  onBusy={setBusy}
                  onDecided={() => next(chosen.id)}
                />
              </Box>
            )}
          </DialogContent>
          <DialogActions>
            <Button onClick={leave} disabled={isBusy}>
              {t('ui.close')}
            </Button>
          </DialogActions>
        </>
      )}
    </GuardedDialog>
  )
}

interface ReviewListProps {
  items: readonly ImportReview[]
  chosen: ImportReview
  timeZone: string
  onChoose: (id: string) => void
}

function ReviewList({ items, chosen, timeZone, onChoose }: ReviewListProps) {
  const { t, language } = useText()
  return (
    <Box
      component="ul"
      aria-label={t('imports.review.list')}
      sx={{
        ...boxLook,
        m: 0,
        p: '4px',
        listStyle: 'none',
        maxHeight: { xs: 180, sm: 420 },
        overflowY: 'auto',
      }}
    >
      {items.map((one) => (
        <li key={one.id}>
          <Button
            fullWidth
            color="inherit"
            aria-current={one.id === chosen.id}
            onClick={() => onChoose(one.id)}
            sx={{
              display: 'block',
              textAlign: 'left',
              p: '8px 10px',
              background: one.id === chosen.id ? token('primarySoft') : undefined,
            }}
          >
            <Box component="span" sx={{ display: 'block', fontWeight: 620 }}>
              {[t('imports.review.row', { row: one.row }), one.reference].filter(Boolean).join(' · ')}
            </Box>
            <Box component="span" sx={{ display: 'block', typography: 'body2', overflowWrap: 'anywhere' }}>
              {one.customerName}
            </Box>
            <Box component="span" sx={{ display: 'block', typography: 'body2', color: token('textSoft') }}>
              {formatDate(language, one.dispatchTime, { timeZone })}
            </Box>
          </Button>
        </li>
      ))}
    </Box>
  )
}
