#if canImport(SwiftUI)
  public import SchemaModel
  public import SwiftUI

  extension View {
    /// Sets up the store of a configuration, and shows this view once the store is open. Until then, and if the store cannot be
    /// opened, a progress indicator or the reason is shown instead.
    ///
    ///     ContentView()
    ///       .withPercy(configuration: DiaryStorage.self)
    ///
    /// The view and those in it find the container in the environment: `@Environment(\.percyContainer) var container`.
    ///
    /// - Parameter configuration: the settings of the store.
    public func withPercy<Configuration: PercyConfiguration>(configuration: Configuration.Type) -> some View {
      modifier(PercyModifier<Configuration>())
    }
  }

  extension EnvironmentValues {
    /// The container that ``SwiftUI/View/withPercy(configuration:)`` has set up; `nil` in views without the modifier.
    public var percyContainer: ModelContainer? {
      get { self[PercyContainerKey.self] }
      set { self[PercyContainerKey.self] = newValue }
    }
  }

  private struct PercyContainerKey: EnvironmentKey {
    static let defaultValue: ModelContainer? = nil
  }

  /// Shows its content when the store is open.
  private struct PercyModifier<Configuration: PercyConfiguration>: ViewModifier {
    @State private var opened: ModelContainer?
    @State private var failure: String?

    func body(content: Content) -> some View {
      Group {
        if let opened {
          content.environment(\.percyContainer, opened)
        } else if let failure {
          Text(failure)
        } else {
          ProgressView()
        }
      }
      .task {
        guard opened == nil, failure == nil else { return }
        do {
          let percy = try Percy.Container(configuration: Configuration.self)
          try await percy.setup()
          opened = percy.container
        } catch is CancellationError {
          // The view has disappeared. The task runs again when it appears.
        } catch {
          // A plan or a model that breaks a rule: the error itself does not name it.
          failure = ([String(describing: error)] + Configuration.problems).joined(separator: "\n")
        }
      }
    }
  }
#endif
