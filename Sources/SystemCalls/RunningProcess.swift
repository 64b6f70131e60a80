#if canImport(Darwin)
  internal import MachO
#endif

/// What the system says about processes.
package enum RunningProcess {
  #if canImport(Darwin)
    /// When a process started, in microseconds since 1970; `nil` if there is none, or if the system does not say.
    package static func startTime(of process: Int32) -> String? {
      var request = [CTL_KERN, KERN_PROC, KERN_PROC_PID, process]
      var found = kinfo_proc()
      var size = MemoryLayout<kinfo_proc>.size
      guard sysctl(&request, UInt32(request.count), &found, &size, nil, 0) == 0, size > 0 else { return nil }
      // `p_starttime` is a macro for this, which Swift does not import.
      let time = found.kp_proc.p_un.__p_starttime
      return "\(time.tv_sec * 1_000_000 + Int(time.tv_usec))"
    }

    /// Identifies the time from one boot of the machine to the next.
    package static func bootID() -> String? {
      var text = [CChar](repeating: 0, count: 64)
      var size = text.count - 1
      guard sysctlbyname("kern.bootsessionuuid", &text, &size, nil, 0) == 0 else { return nil }
      return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The namespace of process ids; empty, because there is only one.
    package static func namespaceID() -> String? { "" }

    /// The path of the running program; `nil` if the system does not say.
    /// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/dyld.3.html
    package static func executablePath() -> String? {
      var path = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
      var size = UInt32(path.count)
      guard _NSGetExecutablePath(&path, &size) == 0 else { return nil }
      return String(fileName: path.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) })
    }
  #else
    /// When a process started, in clock ticks after the boot; `nil` if there is none, or if the system does not say.
    ///
    /// Field 22 of proc(5)'s `/proc/pid/stat`. The second field is the program's name in parentheses, which may contain
    /// spaces and parentheses.
    package static func startTime(of process: Int32) -> String? {
      guard let content = try? contents(of: "/proc/\(process)/stat"),
        let end = content.lastIndex(of: UInt8(ascii: ")"))
      else { return nil }
      let fields = content[(end + 1)...].split(separator: UInt8(ascii: " "))
      return fields.count > 19 ? String(decoding: fields[19], as: UTF8.self) : nil
    }

    /// Identifies the time from one boot of the machine to the next.
    package static func bootID() -> String? {
      guard let content = try? contents(of: "/proc/sys/kernel/random/boot_id") else { return nil }
      let text = String(decoding: content.prefix { $0 > UInt8(ascii: " ") }, as: UTF8.self)
      return text.isEmpty ? nil : text
    }

    /// The inode of the namespace of process ids, such as `pid:[4026531836]`.
    package static func namespaceID() -> String? {
      var text = [CChar](repeating: 0, count: 64)
      let count = readlink("/proc/self/ns/pid", &text, text.count)
      guard count > 0 else { return nil }
      return String(decoding: text.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The path of the running program, without links; `nil` if the system does not say. Foundation's `Bundle.main` reads the whole
    /// folder of the program, and ends the process if it cannot.
    package static func executablePath() -> String? {
      var path = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
      let count = readlink("/proc/self/exe", &path, Int(PATH_MAX))
      guard count > 0 else { return nil }
      return String(fileName: path.prefix(count).map { UInt8(bitPattern: $0) })
    }
  #endif

  /// The name of the host, as `hostname` prints it.
  package static func hostName() -> String? {
    var name = [CChar](repeating: 0, count: 257)
    guard gethostname(&name, name.count - 1) == 0 else { return nil }
    let text = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return text.isEmpty ? nil : text
  }
}
