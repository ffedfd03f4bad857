/** The OpenAPI document as YAML. */
import { stringify } from 'yaml'

/**
 * Readers of YAML 1.1 are many: what they would take for a date or a truth value is quoted. And few follow the names
 * that YAML gives to what stands twice.
 */
export function toYaml(document: object): string {
  return stringify(document, { compat: 'yaml-1.1', aliasDuplicateObjects: false })
}
