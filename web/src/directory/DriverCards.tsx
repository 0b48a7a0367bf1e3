import CreditCardRounded from '@mui/icons-material/CreditCardRounded'
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import TextField from '@mui/material/TextField'
import { readContact } from '@rumbo/contract/directory.contract'
import { addCard, type DriverCard, listCards, removeCard } from '@rumbo/contract/shifts.cards.contract'
import { normalCard } from '@rumbo/contract/shifts.cards.rules'
import { type FormEvent, useState } from 'react'
import { useErrorMessage } from '../app/client-context.tsx'
import { useChange, useEndpoint } from '../app/data/use-data.ts'
import { useMoment } from '../app/use-moment.ts'
import { boxLook } from '../ui/card-look.ts'
import { RecordSection } from '../ui/dialogs/RecordCard.tsx'
import { useText } from '../ui/i18n.tsx'
import { ListSkeleton } from '../ui/skeletons.tsx'
import { ErrorState } from '../ui/states.tsx'
import { token } from '../ui/theme/tokens.ts'
import { useToasts } from '../ui/toasts/toasts.tsx'

/** The cards by which readers in vehicles know a driver, to add and remove. */
export function DriverCards({ driverId, mayEdit }: { driverId: string; mayEdit: boolean }) {
  const { t } = useText()
  const message = useErrorMessage()
  const cards = useEndpoint(listCards, { params: { id: driverId } })
  const { items } = cards.data ?? {}
  const contact = useEndpoint(readContact, { params: { id: driverId } })
  return (
    <RecordSection title={t('shifts.cards.title')}>
      {items === undefined ? (
        cards.isError ? (
          <ErrorState
            text={message(cards.error, t('shifts.cards.loadFailed'))}
            onRetry={() => void cards.refetch()}
          />
        ) : (
          <ListSkeleton rows={1} />
        )
      ) : items.length === 0 ? (
        <Box sx={{ color: token('textSoft') }}>
          {t('shifts.cards.none')}. {t('shifts.cards.noneText')}
        </Box>
      ) : (
        <Box
          component="ul"
          aria-label={t('shifts.cards.title')}
          sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: '8px' }}
        >
          {items.map((card) => (
            <CardRow key={card.id} card={card} mayEdit={mayEdit} />
          ))}
        </Box>
      )}
      {contact.data?.user === null && <NoUserNote />}
      {mayEdit && <NewCard driverId={driverId} />}
    </RecordSection>
  )
}

/** Beside the cards of a driver who has no system user. */
export function NoUserNote() {
  const { t } = useText()
  return (
    <Alert severity="info" sx={{ mt: '12px' }}>
      {t('shifts.cards.withoutUser')}
    </Alert>
  )
}

function CardRow({ card, mayEdit }: { card: DriverCard; mayEdit: boolean }) {
  const { t } = useText()
  const moment = useMoment()
  const toasts = useToasts()
  const message = useErrorMessage()
  const remove = useChange(removeCard, {
    onSuccess: () => toasts.show({ type: 'success', message: t('shifts.cards.removed') }),
    onError: (error) => toasts.show({ type: 'error', message: message(error, t('shifts.cards.failed')) }),
  })
  const { refused } = card
  return (
    <Box
      component="li"
      sx={{ ...boxLook, p: '6px 14px', display: 'flex', alignItems: 'center', gap: '12px' }}
    >
      <CreditCardRounded aria-hidden sx={{ color: token('textSoft') }} />
      <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        <Box sx={{ fontWeight: 620 }}>{card.card}</Box>
        {refused && (
          <Box sx={{ typography: 'body2', color: token('critical') }}>
            {t('shifts.cards.refused', {
              time: moment(refused.at),
              number: refused.vehicleNumber ?? '',
              reason: t(`shifts.cards.reason.${refused.reason}`),
            })}
          </Box>
        )}
      </Box>
      {mayEdit && (
        <IconButton
          aria-label={t('shifts.cards.remove', { card: card.card })}
          disabled={remove.isPending}
          onClick={() => remove.mutate({ params: { id: card.id } })}
        >
          <DeleteOutlineRounded />
        </IconButton>
      )}
    </Box>
  )
}

function NewCard({ driverId }: { driverId: string }) {
  const { t } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const [typed, setTyped] = useState('')
  const [wasSent, setSent] = useState(false)
  const add = useChange(addCard)
  const isWrong = normalCard(typed) === null
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    setSent(true)
    if (isWrong || add.isPending) return
    try {
      await add.mutateAsync({ params: { id: driverId }, body: { card: typed.trim() } })
      toasts.show({ type: 'success', message: t('shifts.cards.added') })
      setTyped('')
      setSent(false)
    } catch (error) {
      toasts.show({ type: 'error', message: message(error, t('shifts.cards.failed')) })
    }
  }
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event: FormEvent) => void submit(event)}
      sx={{ display: 'flex', gap: '10px', mt: '12px', alignItems: 'flex-start' }}
    >
      <TextField
        size="small"
        label={t('shifts.cards.number')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        error={wasSent && isWrong}
        helperText={wasSent && isWrong ? t('shifts.cards.wrong') : t('shifts.cards.hint')}
        autoComplete="off"
        slotProps={{ htmlInput: { maxLength: 100 } }}
        sx={{ flex: 1 }}
      />
      <Button type="submit" variant="outlined" disabled={add.isPending}>
        {t('shifts.cards.add')}
      </Button>
    </Box>
  )
}
