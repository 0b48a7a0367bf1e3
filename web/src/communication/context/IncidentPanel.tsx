import PhoneForwardedOutlined from '@mui/icons-material/PhoneForwardedOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import {
  addIncidentEntry,
  type IncidentEntry,
  readIncident,
} from '@rumbo/contract/communication.incident.contract'
import { formatDate } from '@rumbo/i18n/formats'
import { type FormEvent, useState } from 'react'
import { addresses } from '../../addresses.ts'
import { useErrorMessage } from '../../app/client-context.tsx'
import { useChange, useEndpoint } from '../../app/data/use-data.ts'
import { AppLink } from '../../app/navigation/address.tsx'
import { PhoneLink } from '../../ui/ContactLinks.tsx'
import { useText } from '../../ui/i18n.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { token } from '../../ui/theme/tokens.ts'

interface IncidentPanelProps {
  threadId: string
  mayWrite: boolean
}

/** Of an emergency: whom to call, in order, and the log of what was done. */
export function IncidentPanel({ threadId, mayWrite }: IncidentPanelProps) {
  const { t, language } = useText()
  const message = useErrorMessage()
  const params = { id: threadId }
  const answer = useEndpoint(readIncident, { params })
  const [note, setNote] = useState('')
  const [failure, setFailure] = useState<string | null>(null)
  const add = useChange(addIncidentEntry, {
    onSuccess: (_, { body }) => {
      if (body.kind === 'note') setNote('')
    },
    onError: (error) => setFailure(message(error, t('communication.error.incident'))),
  })
  if (answer.isError)
    return (
      <ErrorState
        title={message(answer.error, t('communication.error.incidentLoad'))}
        onRetry={() => void answer.refetch()}
      />
    )
  if (answer.data === undefined) return <ListSkeleton rows={3} />
  const write = (kind: 'contacted' | 'note', detail: string) => {
    setFailure(null)
    add.mutate({ params, body: { kind, detail } })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (note.trim() !== '' && !add.isPending) write('note', note.trim())
  }
  const { contacts, entries } = answer.data
  return (
    <>
      <Box component="h3" sx={{ typography: 'h3', m: 0 }}>
        {t('communication.incident.contacts')}
      </Box>
      {contacts.length === 0 && (
        <Box sx={{ typography: 'body2', color: token('textSoft') }}>
          {t('communication.incident.noContacts')}
        </Box>
      )}
      <Box
        component="ol"
        aria-label={t('communication.incident.contacts')}
        sx={{ m: 0, pl: '20px', display: 'grid', gap: '8px' }}
      >
        {contacts.map(({ id, name, role, phone }) => (
          <li key={id}>
            <Box sx={{ fontWeight: 620 }}>{name}</Box>
            <Box sx={{ typography: 'body2', color: token('textSoft') }}>{t(`directory.role.${role}`)}</Box>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 10px' }}>
              {phone === null ? '—' : <PhoneLink phone={phone} of={name} />}
              {mayWrite && (
                <Button
                  size="small"
                  startIcon={<PhoneForwardedOutlined />}
                  disabled={add.isPending}
                  aria-label={t('communication.incident.called', { name })}
                  onClick={() => write('contacted', name)}
                >
                  {t('communication.incident.calledShort')}
                </Button>
              )}
            </Box>
          </li>
        ))}
      </Box>
      <Box component="h3" sx={{ typography: 'h3', m: 0 }}>
        {t('communication.incident.log')}
      </Box>
      <Box
        component="ol"
        aria-label={t('communication.incident.log')}
        sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: '8px' }}
      >
        {entries.map(({ id, at, kind, by, detail, place }) => (
          <Box component="li" key={id} sx={{ borderLeft: `3px solid ${token('critical')}`, pl: '8px' }}>
            <Box sx={{ typography: 'body2', color: token('textSoft') }}>
              <time dateTime={at}>{formatDate(language, at, { show: 'dateTimeSeconds' })}</time> · {by}
            </Box>
            <Box sx={{ overflowWrap: 'anywhere' }}>
              {[t(`communication.incident.kind.${kind}`), detail].filter(Boolean).join(': ')}
              {place && (
                <>
                  {': '}
                  <PlaceLink place={place} />
                </>
              )}
            </Box>
          </Box>
        ))}
      </Box>
      {mayWrite && (
        <Box component="form" onSubmit={submit} sx={{ display: 'grid', gap: '6px' }}>
          <TextField
            size="small"
            label={t('communication.incident.note')}
            value={note}
            multiline
            onChange={(event) => setNote(event.target.value)}
            slotProps={{ htmlInput: { maxLength: 1000 } }}
          />
          <Button
            type="submit"
            size="small"
            variant="outlined"
            loading={add.isPending}
            disabled={note.trim() === ''}
          >
            {t('communication.incident.add')}
          </Button>
        </Box>
      )}
      <Box
        role="alert"
        sx={{ typography: 'body2', color: token('critical'), '&:empty': { display: 'none' } }}
      >
        {failure}
      </Box>
    </>
  )
}

/** Where the vehicle was, on the map, and when. */
function PlaceLink({ place }: { place: NonNullable<IncidentEntry['place']> }) {
  const { t, language } = useText()
  const coordinates = `${place.latitude.toFixed(5)}, ${place.longitude.toFixed(5)}`
  const time = formatDate(language, place.at, { show: 'time' })
  return (
    <AppLink
      to={addresses.radar({
        at: `${place.latitude},${place.longitude}`,
        name: t('communication.incident.kind.position'),
      })}
    >
      {t('communication.incident.placeAt', { place: coordinates, time })}
    </AppLink>
  )
}
