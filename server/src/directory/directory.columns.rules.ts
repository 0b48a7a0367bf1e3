import { addressTypes, directoryRoles, directoryStatuses } from '@rumbo/contract/directory.contract'
import { type ImportField, importFields } from '@rumbo/contract/directory.files.contract'
import { languages } from '@rumbo/contract/identity.users.contract'
import { type Language, translate } from '@rumbo/i18n'
import { createCodes, createMapping } from '@rumbo/i18n/table-columns'

/** Headings that are recognised besides the product's own texts for the field in both languages. */
const otherHeadings: Partial<Record<ImportField, string>> = {
  firstName: 'nombre|nombres|primer nombre|name|first|given name|forename|firstname',
  middleName: 'segundo nombre|middle|middle initial|middlename',
  lastName: 'apellido|apellidos|apellido paterno|surname|last|family name|lastname',
  primaryPhone:
    'telefono|tel|telefono 1|celular|movil|telefono celular|telefono movil|numero de telefono|whatsapp|phone|phone 1|phone number|mobile|mobile phone|cell|cell phone|cellphone|telephone',
  secondaryPhone:
    'telefono 2|otro telefono|telefono alterno|telefono fijo|phone 2|other phone|home phone|work phone',
  email:
    'correo|correo electronico|email|e mail|mail|correo principal|correo 1|email address|email 1|primary email',
  secondaryEmail: 'correo 2|otro correo|correo alterno|email 2|other email|alternate email',
  companyName: 'empresa|compania|razon social|company|company name|organization|organisation|business',
  jobTitle: 'puesto|cargo|titulo|job|title|position|job title',
  department: 'departamento|area|department',
  specialty: 'especialidad|specialty|speciality',
  emergencyContact: 'contacto de emergencia|contacto emergencia|emergency contact name',
  emergencyPhone: 'telefono de emergencia|telefono emergencia|emergency telephone|emergency phone number',
  medicalInfo: 'informacion medica|datos medicos|medical info|medical',
  role: 'funcion|rol|tipo|tipo de contacto|role|type|contact type',
  status: 'estado del contacto|estatus|situacion|status',
  notes: 'notas|nota|observaciones|comentarios|notes|note|comments|remarks',
  addressType: 'tipo de domicilio|tipo direccion|type of address',
  line1: 'direccion|domicilio|calle|address|street|address 1|direccion 1|street address',
  line2: 'colonia|interior|direccion 2|address 2|suite|unit',
  city: 'ciudad|municipio|localidad|delegacion|alcaldia|city|town',
  state: 'entidad federativa|provincia|state|province|region',
  postalCode: 'cp|c p|codigo postal|zip|zip code|zipcode|postcode|postal code',
  country: 'pais|country',
  latitude: 'lat|latitud|latitude',
  longitude: 'lon|lng|long|longitud|longitude',
}

/** The heading of a field in an export. */
export function headingOf(language: Language, field: ImportField): string {
  return translate(language, `directory.field.${field}`)
}

/** Proposes fields for columns with a known heading in either language; each field at most once, the first column wins. */
export const proposeMapping = createMapping(importFields, (field) => ({
  own: [field, ...languages.map((language) => headingOf(language, field))],
  others: otherHeadings[field]?.split('|') ?? [],
}))

type WordField = 'role' | 'status' | 'addressType'

/** The displayed text of a role, status or address type. */
export function wordOf(language: Language, field: WordField, code: string): string {
  const key = `directory.${field}.${code}` as `directory.addressType.${(typeof addressTypes)[number]}`
  return translate(language, key)
}

const codesOf = (field: WordField, codes: readonly string[]) =>
  createCodes(codes, (code) => languages.map((language) => wordOf(language, field, code)))
const codeBy: Record<WordField, (word: string) => string> = {
  role: codesOf('role', directoryRoles),
  status: codesOf('status', directoryStatuses),
  addressType: codesOf('addressType', addressTypes),
}

/** The code of a displayed text in either language; an unknown text is returned as it is, and refused by validation. */
export const codeOfWord = (field: WordField, word: string): string => codeBy[field](word)
