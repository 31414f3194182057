// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/namespaces.hpp>

#include <type_traits>

namespace rclcpp {

/// Says how objects of a user's type stand for messages of a ROS type. Users specialise it:
///
/// ```cpp
/// template <>
/// struct rclcpp::TypeAdapter<Frame, sensor_msgs::msg::Image> {
///   using is_specialized = std::true_type;
///   using custom_type = Frame;
///   using ros_message_type = sensor_msgs::msg::Image;
///   static void convert_to_ros_message(const Frame& source, sensor_msgs::msg::Image& to);
///   static void convert_to_custom(const sensor_msgs::msg::Image& source, Frame& to);
/// };
/// ```
///
/// A publisher and a subscription of `rclcpp::TypeAdapter<Frame, sensor_msgs::msg::Image>` take
/// Frames. Within a process (NodeOptions::use_intra_process_comms) a Frame changes hands by
/// pointer; elsewhere it is converted once when it is published and once when it is taken.
/// Conversions run in the thread that publishes, and in that of the callback. What they throw comes
/// out of publish(), or of spin().
template <class Custom, class Ros = void, class Enable = void>
struct TypeAdapter {
  using is_specialized = std::false_type;
  using custom_type = Custom;
  using ros_message_type = Custom;
};

template <class T>
struct is_type_adapter : std::false_type {};
template <class... Ts>
struct is_type_adapter<TypeAdapter<Ts...>> : std::true_type {};

template <class T>
struct TypeAdapter<T, void, std::enable_if_t<is_type_adapter<T>::value>> : T {};

namespace detail {

template <class Custom, class Ros>
struct assert_type_pair_is_specialized_type_adapter {
  using type_adapter = TypeAdapter<Custom, Ros>;
  static_assert(type_adapter::is_specialized::value,
                "no type adapter for this pair of a custom type and a ROS message: specialise "
                "rclcpp::TypeAdapter<Custom, Ros>");
};

}  // namespace detail

/// `adapt_type<Frame>::as<sensor_msgs::msg::Image>` is the adapter, and an error if there is none.
template <class Custom>
struct adapt_type {
  template <class Ros>
  using as =
      typename detail::assert_type_pair_is_specialized_type_adapter<Custom, Ros>::type_adapter;
};

/// Specialised by RCLCPP_USING_CUSTOM_TYPE_AS_ROS_MESSAGE_TYPE.
template <class Custom>
struct ImplicitTypeAdapter {
  using is_specialized = std::false_type;
};

template <class T>
struct TypeAdapter<T, void, std::enable_if_t<ImplicitTypeAdapter<T>::is_specialized::value>>
    : ImplicitTypeAdapter<T> {};

/// Whether M is an adapter, or a type with an implicit one.
template <class M>
constexpr bool is_adapted_v = TypeAdapter<M>::is_specialized::value;

}  // namespace rclcpp

/// From here on the custom type alone, as in create_publisher<Frame>(), means its adapter. Write it
/// in the global namespace.
#define RCLCPP_USING_CUSTOM_TYPE_AS_ROS_MESSAGE_TYPE(CustomType, ROSMessageType)              \
  template <>                                                                                 \
  struct rclcpp::ImplicitTypeAdapter<CustomType>                                              \
      : public rclcpp::TypeAdapter<CustomType, ROSMessageType> {                              \
    static_assert(is_specialized::value,                                                      \
                  "Cannot use custom type as ros type when there is no TypeAdapter for that " \
                  "pair");                                                                    \
  }
