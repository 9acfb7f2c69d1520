/// The definitions of all rules, as they stand in `definitions/`.
package enum RuleCatalog {
    package static let imageDigestInvalid = PackageResources.image_digest_invalid_md
    package static let imageFloatingTag = PackageResources.image_floating_tag_md
    package static let imageLatestTag = PackageResources.image_latest_tag_md
    package static let imageReferenceInvalid = PackageResources.image_reference_invalid_md
    package static let imageTagUnquoted = PackageResources.image_tag_unquoted_md
    package static let imageUntagged = PackageResources.image_untagged_md
    package static let markerFormMismatch = PackageResources.marker_form_mismatch_md
    package static let markerHidden = PackageResources.marker_hidden_md
    package static let markerMalformed = PackageResources.marker_malformed_md
    package static let markerMisplaced = PackageResources.marker_misplaced_md
    package static let markerMisspelled = PackageResources.marker_misspelled_md
    package static let markerNamespaceMismatch = PackageResources.marker_namespace_mismatch_md
    package static let markerPolicyMissing = PackageResources.marker_policy_missing_md
    package static let markerValueRetyped = PackageResources.marker_value_retyped_md
    package static let markerVariable = PackageResources.marker_variable_md
}
