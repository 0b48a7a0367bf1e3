import Box from '@mui/material/Box'
import { type Contact, type ContactAddress, readContact } from '@rumbo/contract/directory.contract'
import { useMemo } from 'react'
import { useErrorMessage } from '../app/client-context.tsx'
import { RecordHistory } from '../app/data/RecordHistory.tsx'
import { useEndpoint } from '../app/data/use-data.ts'
import { useMoment } from '../app/use-moment.ts'
import { PersonAvatar } from '../identity/PersonAvatar.tsx'
import { SmallMap } from '../map/SmallMap.tsx'
import { MailLink, PhoneLink } from '../ui/ContactLinks.tsx'
import { boxLook } from '../ui/card-look.ts'
import { RecordCard, RecordSection } from '../ui/dialogs/RecordCard.tsx'
import { FactList } from '../ui/FactList.tsx'
import { useText } from '../ui/i18n.tsx'
import { FormSkeleton } from '../ui/skeletons.tsx'
import { ErrorState } from '../ui/states.tsx'
import { token } from '../ui/theme/tokens.ts'
import { ContactStatusChip, contactAvatar, LinkedUser, RoleChip, VerifiedMark } from './contact-chips.tsx'
import { addressText, contactName, hasWords } from './contact-draft.rules.ts'
import { DriverCards } from './DriverCards.tsx'
import { type ContactCommand, useContactMenu } from './use-contact-menu.tsx'

interface ContactCardProps {
  contactId: string
  mayEdit: boolean
  onCommand: (what: ContactCommand, contact: Contact) => void
  onClose: () => void
}

/** All data of one contact to read; follows changes by others. */
export function ContactCard({ contactId, mayEdit, onCommand, onClose }: ContactCardProps) {
  const { t } = useText()
  const message = useErrorMessage()
  const menuOf = useContactMenu(onCommand)
  const answer = useEndpoint(readContact, { params: { id: contactId } })
  const contact = answer.data
  return (
    <RecordCard
      title={contact ? contactName(contact) : t('directory.one')}
      mark={
        contact && (
          <PersonAvatar
            name={contactName(contact)}
            lastName={contact.lastName}
            avatar={contactAvatar(contact.id)}
            size={44}
          />
        )
      }
      detail={contact && [contact.jobTitle, contact.companyName].filter(Boolean).join(' · ')}
      status={
        contact && (
          <>
            <RoleChip role={contact.role} />
            <ContactStatusChip status={contact.status} />
          </>
        )
      }
      summary={contact && <Reach contact={contact} />}
      edit={
        contact && mayEdit
          ? { label: t('directory.action.edit'), run: () => onCommand('edit', contact) }
          : undefined
      }
      menu={contact && menuOf(contact).filter(({ label }) => label !== t('directory.action.view'))}
      onClose={onClose}
    >
      {answer.isError && (
        <ErrorState
          title={message(answer.error, t('directory.error.load'))}
          onRetry={() => void answer.refetch()}
        />
      )}
      {contact === undefined ? (
        !answer.isError && <FormSkeleton fields={6} />
      ) : (
        <Parts contact={contact} mayEdit={mayEdit} />
      )}
    </RecordCard>
  )
}

/** How to reach the person; always shown, so that a missing e-mail is seen. */
function Reach({ contact }: { contact: Contact }) {
  const { t } = useText()
  const name = contactName(contact)
  const { secondaryPhone, email, secondaryEmail } = contact
  return (
    <FactList
      facts={[
        {
          name: t('directory.field.primaryPhone'),
          value: (
            <>
              <PhoneLink phone={contact.primaryPhone} of={name} />
              {contact.phoneVerified && <VerifiedMark what="phone" />}
            </>
          ),
        },
        ...(secondaryPhone
          ? [
              {
                name: t('directory.field.secondaryPhone'),
                value: <PhoneLink phone={secondaryPhone} of={name} />,
              },
            ]
          : []),
        {
          name: t('directory.field.email'),
          value: email && (
            <>
              <MailLink email={email} of={name} />
              {contact.emailVerified && <VerifiedMark what="email" />}
            </>
          ),
        },
        ...(secondaryEmail
          ? [
              {
                name: t('directory.field.secondaryEmail'),
                value: <MailLink email={secondaryEmail} of={name} />,
              },
            ]
          : []),
      ]}
    />
  )
}

function Address({ address }: { address: ContactAddress }) {
  const { t } = useText()
  const { latitude, longitude } = address
  const type = t(`directory.addressType.${address.type}`)
  return (
    <Box component="li" sx={{ ...boxLook, overflow: 'hidden' }}>
      <Box sx={{ p: '10px 14px', overflowWrap: 'anywhere' }}>
        <Box sx={{ typography: 'h3' }}>{type}</Box>
        {hasWords(address) && <Box>{addressText(address)}</Box>}
        {latitude !== null && longitude !== null && (
          <Box sx={{ typography: 'body2', color: token('textSoft') }}>
            {t('directory.address.point', { point: `${latitude.toFixed(5)}, ${longitude.toFixed(5)}` })}
          </Box>
        )}
      </Box>
      {latitude !== null && longitude !== null && <AddressMap point={{ latitude, longitude }} label={type} />}
    </Box>
  )
}

function AddressMap({ point, label }: { point: { latitude: number; longitude: number }; label: string }) {
  const pins = useMemo(
    () => [{ id: 'address', letter: 'A', latitude: point.latitude, longitude: point.longitude }],
    [point.latitude, point.longitude],
  )
  return <SmallMap label={label} point={point} pins={pins} />
}

/** Those who drive have cards. */
const driverRoles: readonly Contact['role'][] = ['primary_driver', 'backup_driver']

function Parts({ contact, mayEdit }: { contact: Contact; mayEdit: boolean }) {
  const { t } = useText()
  const moment = useMoment()
  const { user, emergencyContact, emergencyPhone } = contact
  const long = { whiteSpace: 'pre-wrap' } as const
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '22px' }}>
      {contact.addresses.length > 0 && (
        <RecordSection title={t('directory.field.addresses')}>
          <Box
            component="ul"
            aria-label={t('directory.field.addresses')}
            sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: '10px' }}
          >
            {contact.addresses.map((address) => (
              <Address key={address.type} address={address} />
            ))}
          </Box>
        </RecordSection>
      )}
      <RecordSection
        title={t('directory.dialog.work')}
        facts={(['companyName', 'jobTitle', 'department', 'specialty'] as const).map((name) => ({
          name: t(`directory.field.${name}`),
          value: contact[name],
        }))}
      />
      <RecordSection
        title={t('directory.dialog.emergency')}
        facts={[
          { name: t('directory.field.emergencyContact'), value: emergencyContact },
          {
            name: t('directory.field.emergencyPhone'),
            value: emergencyPhone && (
              <PhoneLink
                phone={emergencyPhone}
                of={emergencyContact ?? t('directory.field.emergencyContact')}
              />
            ),
          },
          {
            name: t('directory.field.medicalInfo'),
            value: contact.medicalInfo && <Box sx={long}>{contact.medicalInfo}</Box>,
          },
        ]}
      />
      {driverRoles.includes(contact.role) && <DriverCards driverId={contact.id} mayEdit={mayEdit} />}
      <RecordSection title={t('directory.field.user')}>
        {user === null ? (
          <Box sx={{ color: token('textSoft') }}>
            {t('directory.user.none')}. {t('directory.user.noneHint')}
          </Box>
        ) : (
          <LinkedUser user={user} />
        )}
      </RecordSection>
      <RecordSection
        title={t('directory.dialog.other')}
        facts={[
          { name: t('directory.field.notes'), value: contact.notes && <Box sx={long}>{contact.notes}</Box> },
          {
            name: t('directory.field.backgroundCheck'),
            value: t(contact.backgroundCheck ? 'directory.flag.on' : 'directory.flag.off'),
          },
          { name: t('directory.field.createdAt'), value: moment(contact.createdAt, 'date') },
        ]}
      />
      <RecordHistory recordId={contact.id} />
    </Box>
  )
}
